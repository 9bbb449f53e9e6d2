// Mute, block or report another player.

import { call } from "./api.js";
import { button, calledOf, make } from "./parts.js";
import { store, stored } from "./storage.js";

const key = (table) => `ludex-muted-${table}`;
const mutedAt = (table) => new Set(stored(key(table), []));

/** Return whether the messages of a seat are hidden on this device. */
export const isMuted = (table, seat) => mutedAt(table).has(seat);

/** Hide the messages of muted seats in a chat, and show all others. */
export function hideMuted(list, table) {
  const muted = mutedAt(table);
  for (const line of list.querySelectorAll("[data-seat]")) line.hidden = muted.has(Number(line.dataset.seat));
}

/** Draw the buttons about another person at the table; nothing for oneself and for bots. */
export function drawPeace(seat, state) {
  const other = seat.kind === "person" && seat.sat && !state.sandbox && state.you !== null && !state.mine.includes(seat.seat);
  if (!other) return "";
  const name = calledOf(seat);
  const box = make("details", "peace");
  box.dataset.part = `peace ${seat.seat}`;
  const known = document.querySelector(`[data-part="${box.dataset.part}"]`);
  box.open = known?.open ?? false;
  const said = make("p", "small soft", known?.querySelector("[role=status]").textContent ?? "");
  said.setAttribute("role", "status");
  const mute = button(muteLabel(state.table, seat.seat), (event) => {
    toggleMute(state.table, seat.seat);
    event.currentTarget.textContent = muteLabel(state.table, seat.seat);
  }, "small");
  const block = button("Block", (event) => tell(event, () => call("POST", "/api/me/blocked", { table: state.table, seat: seat.seat }), "Blocked. You no longer see their messages, and do not meet at new tables."), "small");
  const why = make("input", "grow");
  Object.assign(why, { maxLength: 1000, placeholder: "why" });
  const report = button("Report", (event) => {
    const reason = event.currentTarget.closest(".peace").querySelector("input").value;
    tell(event, () => call("POST", `/api/tables/${state.table}/reports`, { seat: seat.seat, why: reason }), "Reported, with the messages that you could read.");
  }, "small");
  const summary = make("summary", "small", "Trouble?");
  for (const [node, label] of [[mute, `${mute.textContent}: ${name}`], [block, `Block ${name}`], [report, `Report ${name}`], [why, `Why you report ${name}`], [summary, `Trouble? About ${name}`]]) node.setAttribute("aria-label", label);
  const row = make("div", "row");
  row.append(mute, block, why, report);
  box.append(summary, row, said);
  return box;
}

const muteLabel = (table, seat) => (isMuted(table, seat) ? "Show messages" : "Mute");

function toggleMute(table, seat) {
  const muted = mutedAt(table);
  if (!muted.delete(seat)) muted.add(seat);
  store(key(table), [...muted]);
  hideMuted(document.querySelector(".talk"), table);
}

/** Do something, and say next to the pressed button what came of it. */
async function tell(event, work, done) {
  const said = event.currentTarget.closest(".peace").querySelector("[role=status]");
  said.textContent = await work().then(() => done, (error) => error.message);
}
