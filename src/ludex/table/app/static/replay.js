// The replay: any move, through any seat's eyes.

import { button, make } from "./parts.js";
import { call, complain } from "./api.js";
import { copy } from "./copy.js";
import { prove } from "./fairness.js";
import { glide } from "./glide.js";
import { addLeavings } from "./leavings.js";
import { watchMap } from "./map.js";
import { morph } from "./morph.js";
import { prefs } from "./prefs.js";
import { Review } from "./review.js";
import { watchTips } from "./tips.js";
import { here } from "./where.js";

const at = (id) => document.getElementById(id);
const fitMap = watchMap(document.querySelector(".stage"));
const table = document.body.dataset.table;
const wished = new URLSearchParams(location.hash.slice(1));
let now = Number(wished.get("move") ?? 0);
let eyes = wished.get("seat") ?? "";
let last = 0;
let timer = 0;
let asked = 0;

async function show(number) {
  const ticket = (asked += 1);
  const wanted = Math.max(0, Math.min(last, number));
  try {
    const frame = await call("GET", `/api/tables/${table}/frames/${wanted}?as=page${eyes === "" ? "" : `&seat=${eyes}`}`);
    if (ticket !== asked) return;
    draw(frame);
  } catch (error) {
    stop();
    complain(error);
  }
}

function draw(frame) {
  const step = Math.abs(frame.at - now) === 1;
  now = frame.at;
  last = frame.moves;
  glide(
    document.querySelector(".room"),
    () => {
      at("headline").textContent = frame.phase;
      morph(at("board"), frame.board);
      morph(at("hand"), frame.hand ?? "");
      drawSeats(frame);
      fitMap();
    },
    prefs.motion && step ? 320 : 0,
  );
  at("slider").max = last;
  at("slider").value = now;
  at("count").value = `${now} of ${last}`;
  at("told").textContent = frame.events.map((event) => event.say).join(" ") || (frame.move ? `${frame.names[frame.move.seat]}: ${frame.move.text}` : "The start of the game.");
  if (frame.changes.length) at("told").append(` ${frame.changes.join(" ")}`);
  for (const item of at("log").children) {
    if (!item.dataset.at) continue;
    if (Number(item.dataset.at) === now) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
  }
  at("log").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  history.replaceState(null, "", `#move=${now}${eyes === "" ? "" : `&seat=${eyes}`}`);
  if (now >= last) stop();
  review.follow(now, last);
  document.body.dataset.ready = String(now);
}

async function playOn(from) {
  try {
    const made = await call("POST", `/api/tables/${table}/branch`, { at: from });
    location.assign(made.seats.find((seat) => seat.link)?.link ?? here(`/tables/${made.id}`));
  } catch (error) {
    complain(error);
  }
}

function drawSeats(frame) {
  at("seats").replaceChildren(
    ...frame.names.map((name, seat) => {
      const item = make("li", `s${seat % 8}${frame.waiting.includes(seat) ? " turn" : ""}`);
      item.dataset.key = `seat-${seat}`;
      item.append(make("span", "dot"), make("span", "who chip", name));
      return item;
    }),
  );
}

function stop() {
  clearInterval(timer);
  timer = 0;
  at("play").setAttribute("aria-pressed", "false");
  at("play").textContent = "Play";
}

at("first").addEventListener("click", () => show(0));
at("back").addEventListener("click", () => show(now - 1));
at("next").addEventListener("click", () => show(now + 1));
at("last").addEventListener("click", () => show(last));
at("slider").addEventListener("input", () => show(Number(at("slider").value)));
at("play").addEventListener("click", () => {
  if (timer) return stop();
  if (now >= last) show(0);
  at("play").setAttribute("aria-pressed", "true");
  at("play").textContent = "Stop";
  timer = setInterval(() => show(now + 1), 900);
});
at("eyes").addEventListener("change", () => {
  eyes = at("eyes").value;
  show(now);
});
at("link").addEventListener("click", async () => {
  await copy(location.href, at("link"));
});
at("branch").addEventListener("click", () => playOn(now));
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea")) return;
  if (event.key === "ArrowLeft") show(now - 1);
  if (event.key === "ArrowRight") show(now + 1);
});
const panel = document.querySelector(".panel");
for (const opener of document.querySelectorAll("[data-panel]")) {
  opener.addEventListener("click", () => {
    panel.classList.add("open");
    at(`tab-${opener.dataset.panel}`).click();
    at(`tab-${opener.dataset.panel}`).focus();
  });
}
document.addEventListener("keydown", (event) => event.key === "Escape" && panel.classList.remove("open"));
document.querySelector(".play").addEventListener("pointerdown", () => panel.classList.remove("open"));
const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    for (const one of tabs) {
      one.setAttribute("aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      at(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
  });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation(); // elsewhere the arrows step through the moves
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  });
}
const review = new Review(at("pane-review"), table, jump, playOn);

/** Show the position before a move, as the seat that made it saw it. */
function jump(before, seat) {
  stop();
  panel.classList.remove("open");
  eyes = String(seat);
  at("eyes").value = eyes;
  return show(before);
}

async function begin() {
  const told = await call("GET", `/api/tables/${table}/history`);
  const roles = JSON.parse(document.body.dataset.roles ?? "[]");
  const names = roles.length ? roles : (told.players ?? []);
  last = told.moves.length;
  at("eyes").replaceChildren(new Option("a spectator", ""), ...names.map((name, seat) => new Option(name, String(seat))));
  at("eyes").value = eyes;
  at("log").replaceChildren(
    ...told.moves.map((move, index) => {
      const item = make("li", `s${move.seat % 8}`);
      item.dataset.at = index + 1;
      const step = button("", () => show(index + 1), "quiet");
      step.append(make("b", "chip", names[move.seat] ?? `seat ${move.seat}`), ` ${move.text ?? move.move}`);
      item.append(step);
      return item;
    }),
  );
  addLeavings(at("log"), told);
  await show(now);
  review.look();
  await prove(at("pane-fair"), table, told);
}

watchTips();
begin().catch(complain);
