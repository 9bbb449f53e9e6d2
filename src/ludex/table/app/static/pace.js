// The speed of the bots, for all at the table, and the jump to the player's own turn.

import { button, make } from "./parts.js";

const PACES = { human: "calm", quick: "quick", instant: "at once" };
const isBot = (seat) => Boolean(seat.bot || seat.deputy);

/** Draw the choice of speeds, if there are bots. Every player may change it, and the log tells who did. */
export function drawPace(root, state, say) {
  root.hidden = state.you === null || !state.seats.some(isBot);
  if (!root.firstChild) {
    root.append(make("legend", "", "Speed of the bots"), ...Object.entries(PACES).map(([pace, words]) => {
      const label = make("label", "line");
      label.append(Object.assign(make("input"), { type: "radio", name: "pace", value: pace }), words);
      return label;
    }), make("p", "small soft", "For everyone at this table."));
  }
  for (const field of root.querySelectorAll("input")) {
    field.checked = field.value === state.pace;
    field.onchange = () => say({ type: "pace", pace: field.value, seat: state.you });
  }
}

/** The button that lets the bots answer at once until it is the player's turn. */
export function skipTool(state, say) {
  const waits = state.you !== null && state.status === "playing" && !state.paused && !state.waiting.includes(state.you);
  if (!waits || state.pace === "instant" || !state.waiting.some((seat) => isBot(state.seats[seat]))) return [];
  const node = button(state.skipping ? "Skipping …" : "Skip to my turn", () => say({ type: "skip", seat: state.you }), "quiet");
  node.disabled = state.skipping;
  return [node];
}
