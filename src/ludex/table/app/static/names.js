// The player's name: asked once, kept on this device, used at every table.

import { button, make } from "./parts.js";
import { prefer, prefs } from "./prefs.js";

const MOST = 24;

/** Return the player's name. On a device that has none it is asked for, once. Null: the player went back. */
export async function myName() {
  if (prefs.name || prefs.asked) return prefs.name || "Guest";
  const given = await askName();
  if (given === null) return null;
  prefer("asked", true);
  if (given) prefer("name", given);
  return given || "Guest";
}

/** Run something with the player's name, unless the player goes back. */
export async function withName(work) {
  const name = await myName();
  return name === null ? null : work(name);
}

function askName() {
  const dialog = make("dialog", "ask-name");
  const form = make("form");
  form.method = "dialog";
  const title = Object.assign(make("h2", "", "What is your name?"), { id: "ask-name-title" });
  dialog.setAttribute("aria-labelledby", title.id);
  const field = Object.assign(make("input", "grow"), { name: "name", maxLength: MOST, autocomplete: "nickname", placeholder: "Guest" });
  field.setAttribute("aria-label", "Your name");
  const go = Object.assign(button("Continue", null, "main"), { type: "submit", value: "go" });
  const row = make("div", "row");
  row.append(field, go);
  form.append(title, row, make("p", "small soft", "The other players see it. It stays on this device, and you can change it in the settings."));
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "go" ? field.value.trim() : null);
      dialog.remove();
    });
  });
}
