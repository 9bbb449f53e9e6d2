// The part of a person's page about turn notices: ways, devices, address, quiet hours, reminders.

import { call } from "./api.js";
import { worker } from "./installed.js";
import { button, make } from "./parts.js";

const section = document.getElementById("notices");
const part = (name) => section.querySelector(`[data-part="${name}"]`);
const field = (name) => section.querySelector(`[name="${name}"]`);
const FIELDS = ["push", "mail", "webhook", "quiet", "start", "end", "zone", "remind", "language"];
let known = null; // the choices as the server has them

/** Show what the server has stored, and what it offers. */
async function show(found) {
  known = found;
  const { wishes, address, key, mail } = found;
  for (const way of ["push", "mail", "webhook"]) field(way).checked = wishes.ways[way];
  field("url").value = wishes.url;
  field("quiet").checked = Boolean(wishes.quiet);
  if (wishes.quiet) {
    field("start").value = clock(wishes.quiet.start);
    field("end").value = clock(wishes.quiet.end);
  }
  field("zone").value = wishes.quiet?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  showRemind(wishes.remind);
  field("language").replaceChildren(...Object.entries(found.languages).map(([code, name]) => new Option(name, code)));
  field("language").value = wishes.language;
  section.querySelector("[data-way=mail]").hidden = !mail;
  field("address").value = address?.address ?? "";
  part("mail-state").textContent = mailState(address);
  section.querySelector("[data-way=push]").hidden = !key;
  if (key) await showDevices(found);
}

const clock = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const minutes = (text) => text.split(":").reduce((sum, one) => sum * 60 + Number(one), 0);

function showRemind(seconds) {
  const options = [...field("remind").options].map((one) => Number(one.value));
  if (!options.includes(seconds)) field("remind").add(new Option(`${Math.round(seconds / 60)} minutes before`, seconds));
  field("remind").value = seconds;
}

function mailState(address) {
  if (!address) return "Nothing is sent before you have confirmed the address.";
  if (address.refused) return "The mail server refused this address. Save it again to confirm it again.";
  return address.confirmed ? "Confirmed." : "Not confirmed yet: open the link in the message that was sent to it. Save again for another one.";
}

async function showDevices({ devices }) {
  listDevices(devices, null, null);
  const manager = (await worker())?.pushManager;
  const here = await manager?.getSubscription().catch(() => null);
  const mine = here && (await digest(here.endpoint));
  const listed = devices.some((one) => one.id === mine);
  part("push-here").hidden = !manager || listed;
  part("push-state").textContent = !manager
    ? "This browser cannot receive notices. On an iPhone or iPad, first add this site to the home screen."
    : listed ? "Notices arrive on this device, even while no page is open." : "";
  listDevices(devices, mine, here);
}

function listDevices(devices, mine, here) {
  part("devices").replaceChildren(...devices.map((one) => {
    const item = make("li");
    const since = new Date(one.since * 1000).toLocaleDateString([], { dateStyle: "medium" });
    const drop = button("Remove", () => removeDevice(one.id, one.id === mine ? here : null), "quiet");
    drop.setAttribute("aria-label", `Send no more notices to ${one.label}`);
    const name = make("span", "what", one.label + (one.id === mine ? " (this device)" : ""));
    item.append(name, make("span", "grow soft small", `since ${since}`), drop);
    return item;
  }));
}

/** Return the name under which the server stores a subscription. */
async function digest(endpoint) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

part("push-here").addEventListener("click", () => attempt(async () => {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("The browser does not allow notices. Allow them in its settings for this site.");
  const manager = (await worker()).pushManager;
  const old = await manager.getSubscription();
  if (old && keyOf(old) !== known.key) await old.unsubscribe(); // of another server at this address
  const given = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: known.key });
  const { endpoint, keys } = given.toJSON();
  await show(await call("POST", "/api/me/notices/devices", { endpoint, p256dh: keys.p256dh, auth: keys.auth }));
}, "Notices arrive on this device."));

function keyOf(subscription) {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const removeDevice = (id, here) => attempt(async () => {
  await here?.unsubscribe();
  await show(await call("POST", "/api/me/notices/devices/remove", { id }));
}, "Removed.");

/** Do something, and say how it went. */
async function attempt(work, done, place = part("said")) {
  try {
    await work();
    place.textContent = done;
    place.classList.remove("bad");
  } catch (error) {
    place.textContent = error.message;
    place.classList.add("bad");
  }
}

const chosen = () => ({
  ways: { push: field("push").checked, mail: field("mail").checked, webhook: field("webhook").checked },
  url: known.wishes.url,
  quiet: field("quiet").checked ? { start: minutes(field("start").value), end: minutes(field("end").value), zone: field("zone").value.trim() || "UTC" } : null,
  remind: Number(field("remind").value),
  language: field("language").value,
});

const save = async (more = {}) => (known = await call("PUT", "/api/me/notices", { ...chosen(), ...more }));

section.addEventListener("change", (event) => {
  if (FIELDS.includes(event.target.name)) attempt(() => save(), "Saved.");
});

section.querySelector("[data-way=mail]").addEventListener("submit", (event) => {
  event.preventDefault();
  const address = field("address").value.trim() || null;
  attempt(async () => show(await call("PUT", "/api/me/notices/address", { address })), "").then(() => {
    if (!part("said").classList.contains("bad")) part("mail-state").textContent = address ? mailState(known.address) : "Removed.";
  });
});

section.querySelector("[data-way=webhook]").addEventListener("submit", (event) => {
  event.preventDefault();
  const url = field("url").value.trim();
  attempt(() => save({ url }), url ? "Saved. It is called once for each of your turns while you are away." : "Nothing is called.", part("hook-state"));
});

section.querySelector("[data-way=when]").addEventListener("submit", (event) => event.preventDefault());

for (const zone of Intl.supportedValuesOf?.("timeZone") ?? []) document.getElementById("notice-zones").append(new Option(zone));
call("GET", "/api/me/notices").then(show).catch((error) => (part("said").textContent = error.message));
