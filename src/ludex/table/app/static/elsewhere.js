// The link of the player's own seat, to continue on another device. It is requested only on demand.

import { call } from "./api.js";
import { copy } from "./copy.js";

/** Let a button copy the link of the seat that is looked at: `now()` tells the table and the seat. */
export function watchElsewhere(root, now) {
  const [button, field] = [root.querySelector("button"), root.querySelector("input")];
  button.addEventListener("click", async () => {
    const { table, you } = now();
    const { links } = await call("GET", `/api/tables/${table}/links`);
    field.value = links.find((one) => one.seat === you)?.link ?? "";
    field.hidden = false;
    if (!(await copy(field.value, button))) field.select();
  });
}
