// The form for a new table.

import { complain, makeTable } from "./api.js";
import { myName } from "./names.js";
import { prefer, prefs } from "./prefs.js";

const form = document.getElementById("new");
const rows = document.getElementById("seat-rows");
const count = document.getElementById("count");
const clock = document.getElementById("clock");
const roles = JSON.parse(form.dataset.roles);

function drawRows() {
  const wanted = Number(count.value);
  while (rows.children.length > wanted) rows.lastChild.remove();
  while (rows.children.length < wanted) {
    const seat = rows.children.length;
    const row = document.getElementById("seat-row").content.firstElementChild.cloneNode(true);
    row.classList.add(`s${seat % 8}`);
    const kind = row.querySelector("[data-part=kind]");
    const name = row.querySelector("[data-part=name]");
    const role = row.querySelector("[data-part=role]");
    role.textContent = roles[seat] ?? "";
    role.hidden = !role.textContent;
    kind.value = seat ? `bot:${form.dataset.bestBot}` : "me";
    name.value = seat ? "" : prefs.name;
    kind.addEventListener("change", () => (name.hidden = kind.value.startsWith("bot:")));
    name.hidden = seat > 0;
    kind.setAttribute("aria-label", `Who plays ${roles[seat] ?? `at seat ${seat + 1}`}`);
    name.setAttribute("aria-label", `Name of ${roles[seat] ?? `seat ${seat + 1}`}`);
    rows.append(row);
  }
}

function showClock() {
  for (const field of form.querySelectorAll("[data-clock]")) field.hidden = !field.dataset.clock.split(" ").includes(clock.value);
}

/** Show the field for the silence in an open auction only where the hammer ends it. */
function showHammer() {
  for (const field of form.querySelectorAll("[data-with]")) {
    const chosen = field.previousElementSibling.querySelector("select").value;
    field.hidden = JSON.parse(chosen) !== field.dataset.with;
  }
}

function clockWanted() {
  const number = (id) => Number(document.getElementById(id).value);
  const timeout = document.getElementById("timeout").value;
  const quiet = document.getElementById("hammer");
  const hammer = quiet && !quiet.closest("[hidden]") && quiet.value ? { hammer: Number(quiet.value) } : {};
  switch (clock.value) {
    case "move":
      return { per_move: number("seconds"), timeout, ...hammer };
    case "player":
      return { per_player: number("minutes") * 60, increment: number("increment"), timeout, ...hammer };
    case "days":
      return { per_move: number("hours") * 3600, timeout, grace: number("grace") * 3600, days_off: document.getElementById("weekend").checked ? [5, 6] : [], ...hammer };
    default:
      return Object.keys(hammer).length ? hammer : undefined;
  }
}

function settingsWanted() {
  const settings = {};
  for (const field of form.querySelectorAll("[name^=setting-]")) {
    const name = field.name.slice("setting-".length);
    if (field.dataset.kind === "switch") {
      if (field.checked !== field.defaultChecked) settings[name] = field.checked;
    } else if (field.dataset.kind === "choice") {
      if (!field.options[field.selectedIndex].defaultSelected) settings[name] = JSON.parse(field.value);
    } else if (field.value !== field.defaultValue) {
      try {
        settings[name] = JSON.parse(field.value);
      } catch {
        settings[name] = field.value;
      }
    }
  }
  return settings;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const mine = [];
  const kinds = [...rows.querySelectorAll("[data-part=kind]")].map((kind) => kind.value);
  const unnamed = rows.children[kinds.indexOf("me")]?.querySelector("[data-part=name]");
  if (unnamed && !unnamed.value.trim()) {
    const given = await myName();
    if (given === null) return;
    unnamed.value = given === "Guest" ? "" : given;
  }
  const seats = [...rows.children].map((row, seat) => {
    const kind = row.querySelector("[data-part=kind]").value;
    const name = row.querySelector("[data-part=name]").value.trim();
    if (kind.startsWith("bot:")) return { kind: "bot", bot: kind.slice(4) };
    if (kind !== "me") return { kind: "person", ...(name && { name }) };
    mine.push(seat);
    const wanted = { kind: "person", name: name || (mine.length > 1 ? `Player ${seat + 1}` : "Guest") };
    return mine.length > 1 ? { ...wanted, same_as: mine[0] } : wanted;
  });
  if (mine.length && rows.children[mine[0]].querySelector("[data-part=name]").value.trim()) prefer("name", seats[mine[0]].name);
  const wanted = {
    game: form.dataset.game,
    settings: settingsWanted(),
    seats,
    clock: clockWanted(),
    public: document.getElementById("public").checked,
    pace: document.getElementById("instant").checked ? "instant" : "human",
    undo: document.getElementById("undo").value,
    on_leave: document.getElementById("on-leave").value,
    press: document.getElementById("press")?.value ?? "public",
    anonymous: document.getElementById("anonymous")?.checked ?? false,
    ...(document.getElementById("secret-draws")?.checked && { secret_draws: true }),
    ...(isRated() && { rated: true, hints: false }),
  };
  await makeTable(wanted, mine).catch(complain);
});

count.addEventListener("change", drawRows);
clock.addEventListener("change", showClock);
document.getElementById("public").addEventListener("change", showRated);
form.addEventListener("change", showHammer);
drawRows();
showClock();
showRated();
showHammer();

/** A table is rated only if it is listed: strangers must be able to see it. */
function showRated() {
  document.getElementById("rated-line").hidden = !document.getElementById("public").checked;
}

function isRated() {
  return document.getElementById("public").checked && document.getElementById("rated").checked;
}
