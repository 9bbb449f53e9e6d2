// The author's panel at a sandbox: all eyes, the whole state, options and events as programs get them.

import { button, make } from "./actions.js";
import { call } from "./api.js";

let shown = "";

/** Draw the panel at a sandbox; hide its tab at every other table. */
export function drawAuthor(state, line) {
  const tab = document.getElementById("tab-author");
  tab.hidden = !state.sandbox;
  const now = `${state.number} ${state.log} ${state.you}`;
  if (!state.sandbox || shown === now) return;
  shown = now;
  const root = document.getElementById("pane-author");
  const eyes = make("select");
  eyes.setAttribute("aria-label", "Through the eyes of");
  eyes.append(...state.seats.map((seat) => new Option(seat.name, String(seat.seat), false, seat.seat === state.you)));
  eyes.addEventListener("change", () => {
    line.seat = Number(eyes.value);
    line.say({ type: "look", seat: line.seat });
  });
  const row = make("div", "row");
  row.append(eyes, button("One move back", () => line.say({ type: "undo", seat: state.you })));
  const whole = make("pre", "data", "…");
  root.replaceChildren(row, make("h3", "", "Options"), data(state.options?.texts ?? []), make("h3", "", "Last events"), data(state.events), make("h3", "", "State"), whole);
  call("GET", `/api/tables/${state.table}/position`)
    .then((position) => (whole.textContent = JSON.stringify(position, null, 1)))
    .catch((error) => (whole.textContent = error.message));
}

const data = (value) => make("pre", "data", JSON.stringify(value, null, 1));
