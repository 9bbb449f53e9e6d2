// The author's panel at a sandbox: all eyes, the whole state, options and events as programs get them.

import { button, make } from "./parts.js";
import { asSentence, call } from "./api.js";
import { isRange } from "./choices.js";

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
  eyes.setAttribute("aria-label", "Perspective of");
  eyes.append(...state.seats.map((seat) => new Option(seat.name, String(seat.seat), false, seat.seat === state.you)));
  eyes.addEventListener("change", () => {
    line.seat = Number(eyes.value);
    line.say({ type: "look", seat: line.seat });
  });
  const row = make("div", "row");
  row.append(eyes, button("One move back", () => line.say({ type: "undo", seat: state.you })));
  const whole = make("pre", "data", "…");
  root.replaceChildren(row, make("h3", "", "Options"), data((state.options?.paths ?? []).map(written)), make("h3", "", "Last events"), data(state.events), make("h3", "", "State"), whole);
  root.append(positionForm(state));
  call("GET", `/api/tables/${state.table}/position`)
    .then((position) => (whole.textContent = JSON.stringify(position, null, 1)))
    .catch((error) => (whole.textContent = error.message));
}

/** Another sandbox from a position that was pasted. */
function positionForm(state) {
  const form = make("form");
  const text = Object.assign(make("textarea"), { spellcheck: false, required: true });
  text.setAttribute("aria-label", "A position as above, changed as you like");
  const problem = make("p", "bad small");
  problem.setAttribute("role", "alert");
  const go = button("Start from this position", null);
  go.type = "submit";
  form.append(make("h3", "", "Another position"), text, go, problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const seats = state.seats.map(({ name }) => ({ kind: "person", name }));
      const made = await call("POST", "/api/tables", { game: state.game, seats, sandbox: true, position: JSON.parse(text.value) });
      location.assign(made.seats[0].link);
    } catch (error) {
      problem.textContent = asSentence(error.message);
    }
  });
  return form;
}

/** An option with its range: "bid 1…13". */
const written = (path) => path.map((token) => (isRange(token) ? `${token.label ?? ""} ${token.low}…${token.high}`.trim() : token)).join(" ");

const data = (value) => make("pre", "data", JSON.stringify(value, null, 1));
