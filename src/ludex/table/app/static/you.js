// The page "You": name, devices, passkeys, recovery code, blocked players, export and deletion.

import { asSentence, call, complain } from "./api.js";
import { copy } from "./copy.js";
import { button, make } from "./parts.js";
import { hasPasskeys, makePasskey, usePasskey } from "./passkeys.js";
import { prefer, prefs } from "./prefs.js";
import { ratingOf, recordOf } from "./records.js";
import { here } from "./where.js";

const at = (id) => document.getElementById(id);
const date = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** Do something, and show a problem if there is one. */
async function attempt(work) {
  at("problem").hidden = true;
  try {
    await work();
  } catch (error) {
    complain(error.name === "NotAllowedError" ? new Error("The passkey was not used.") : error);
  }
}

async function load() {
  const { person, passkeys, people } = await call("GET", "/api/me");
  at("you-sign-in").hidden = !people || Boolean(person && !person.own);
  at("use-passkey").hidden = !passkeys || !hasPasskeys();
  at("you-all").hidden = !person;
  at("you-state").hidden = Boolean(person);
  at("you-state").textContent = people ? "This browser is new here. Take a seat at a table, and your games are listed on all your devices." : "This server has no persons: your seats belong to this browser.";
  if (!person) return;
  at("sign-in-title").textContent = "Are you known on another device?";
  at("you-name").name.value = person.name || prefs.name;
  for (const id of ["own-devices", "own-keys", "you-name"]) at(id).hidden = !person.own;
  at("make-passkey").hidden = !passkeys || !hasPasskeys();
  at("devices").replaceChildren(...person.devices.map(drawDevice));
  const code = person.recovery ? [line("Recovery code", "written down by you")] : [];
  at("keys").replaceChildren(...person.passkeys.map(drawKey), ...code);
  at("record").textContent = person.record.games ? `${asSentence(recordOf(person.record))}. Other players see this at public tables.` : "You have finished no game at a public table.";
  at("ratings").replaceChildren(...person.ratings.map((one) => line(one.game, `${ratingOf(one)}, ${one.games} rated ${one.games === 1 ? "game" : "games"}`)));
  await drawBlocked();
}

function line(what, more, ...rest) {
  const item = make("li");
  item.append(make("span", "what", what), make("span", "grow soft small", more), ...rest);
  return item;
}

function drawDevice(device) {
  const out = button("Sign out", () => attempt(async () => {
    await call("POST", "/api/me/devices/sign-out", { id: device.id });
    await load();
  }), "quiet");
  out.setAttribute("aria-label", `Sign out ${device.label}`);
  return line(device.label, device.here ? "this device" : `last seen ${date(device.seen)}`, out);
}

function drawKey(key) {
  const drop = button("Remove", () => attempt(async () => {
    await call("POST", "/api/me/passkeys/remove", { id: key.id });
    await load();
  }), "quiet");
  drop.setAttribute("aria-label", `Remove the passkey of ${date(key.since)}`);
  return line("Passkey", `made ${date(key.since)}, ${key.label}`, drop);
}

async function drawBlocked() {
  const { blocked } = await call("GET", "/api/me/blocked");
  at("blocked-none").hidden = blocked.length > 0;
  at("blocked").replaceChildren(...blocked.map((one) => {
    const free = button("Unblock", () => attempt(async () => {
      await call("POST", "/api/me/unblock", { id: one.id });
      await load();
    }), "quiet");
    free.setAttribute("aria-label", `Unblock ${one.name}`);
    return line(one.name, `since ${date(one.since)}`, free);
  }));
}

function showCode(code) {
  at("code-text").textContent = code;
  at("code").hidden = false;
  at("code").scrollIntoView({ block: "nearest" });
}

at("you-name").onsubmit = (event) => {
  event.preventDefault();
  attempt(async () => {
    const { name } = await call("PUT", "/api/me", { name: event.target.name.value.trim() });
    prefer("name", name);
    await load();
  });
};
at("make-code").onclick = () => attempt(async () => {
  showCode((await call("POST", "/api/me/recovery", {})).code);
  await load();
});
at("copy-code").onclick = (event) => copy(at("code-text").textContent, event.currentTarget);
at("make-passkey").onclick = () => attempt(async () => {
  await makePasskey();
  await load();
});
at("use-passkey").onclick = () => attempt(async () => {
  welcome(await usePasskey());
  await load();
});
at("use-code").onsubmit = (event) => {
  event.preventDefault();
  attempt(async () => {
    const found = await call("POST", "/api/me/recover", { code: event.target.code.value });
    event.target.reset();
    welcome(found);
    await load();
    showCode(found.code);
  });
};
at("delete").onclick = () => at("sure").showModal();
at("sure").onclose = () => attempt(async () => {
  if (at("sure").returnValue !== "yes") return;
  await call("POST", "/api/me/delete", { sure: true });
  prefer("name", "");
  location.assign(here("/"));
});

function welcome(found) {
  if (found.name) prefer("name", found.name);
}

attempt(load);
