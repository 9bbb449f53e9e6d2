// The address to which a seat's turn notices are sent. It is stored on this device and on the server.

import { call } from "./api.js";

/** Let a form set the address of the seat that is looked at: `now()` tells the table and the seat. */
export function watchWebhook(form, now) {
  const said = form.querySelector("[role=status]");
  const key = () => `ludex-webhook-${now().table}-${now().you}`;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { table, you } = now();
    const url = form.elements.url.value.trim() || null;
    try {
      await call("PUT", `/api/tables/${table}/webhook`, { seat: you, url });
      if (url) localStorage.setItem(key(), url);
      else localStorage.removeItem(key());
      said.textContent = url ? "Saved. It is called once for each of your turns." : "Notices are turned off.";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return () => {
    said.textContent = "";
    form.elements.url.value = localStorage.getItem(key()) ?? "";
  };
}
