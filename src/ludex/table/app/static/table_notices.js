// The ways that a person's turn notices take at one table: as at all tables, or others.

import { call } from "./api.js";

/** Let a form choose the ways for the table that is looked at. Returns a function that shows what is chosen. */
export function watchTableNotices(form, now) {
  const said = form.querySelector("[role=status]");
  const boxes = [...form.querySelectorAll("[data-way]")];
  const own = form.elements.own;
  let usual = { push: true, mail: true, webhook: true };

  function fill(found) {
    usual = found.wishes.ways;
    own.checked = Boolean(found.table);
    const ways = found.table ?? usual;
    for (const box of boxes) {
      box.checked = ways[box.dataset.way];
      box.disabled = !own.checked;
      box.closest("label").hidden = (box.dataset.way === "mail" && !found.mail) || (box.dataset.way === "push" && !found.key);
    }
    const reached = found.devices.length || found.address?.confirmed || found.wishes.url;
    said.textContent = reached ? "" : "Nothing is set up yet: choose on your page how you want to be called.";
  }

  form.addEventListener("change", async () => {
    const ways = own.checked ? Object.fromEntries(boxes.map((box) => [box.dataset.way, box.checked])) : null;
    try {
      fill(await call("PUT", `/api/me/notices/tables/${now().table}`, { ways }));
      said.textContent ||= "Saved.";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  return async () => {
    form.hidden = now().you === null;
    if (form.hidden) return;
    try {
      const found = await call("GET", `/api/me/notices?table=${now().table}`);
      form.hidden = !found.known;
      fill(found);
    } catch {
      form.hidden = true;
    }
  };
}
