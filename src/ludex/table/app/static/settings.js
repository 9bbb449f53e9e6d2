// The dialog with what a person prefers on this device.

import { prefer, prefs } from "./prefs.js";

const dialog = document.getElementById("settings");
document.querySelector("[data-settings]")?.addEventListener("click", () => {
  for (const field of dialog.querySelectorAll("[name]")) fill(field);
  dialog.showModal();
});

function fill(field) {
  if (field.type === "checkbox") field.checked = Boolean(prefs[field.name]);
  else field.value = prefs[field.name];
}

for (const field of dialog?.querySelectorAll("[name]") ?? []) {
  fill(field);
  field.addEventListener("change", async () => {
    if (field.name === "notify" && field.checked && (await globalThis.Notification?.requestPermission?.()) !== "granted") {
      field.checked = false;
    }
    prefer(field.name, field.type === "checkbox" ? field.checked : field.value.trim());
  });
}
