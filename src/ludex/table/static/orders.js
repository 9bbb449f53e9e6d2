// Standing orders: what the server may do for a player who asked for it. Shown, and cancelled at will.

import { button, make } from "./actions.js";

/** Draw the player's standing orders as a form that sends every change. */
export function drawOrders(root, state, say) {
  const now = state.orders ?? {};
  const send = () => {
    const wanted = { type: "orders", pass: boxes.pass.checked, only: boxes.only.checked, seat: state.you };
    if (state.lot) {
      wanted.skip = boxes.skip.checked;
      if (limit.value) wanted.bid = Number(limit.value);
    }
    say(wanted);
  };
  const boxes = {};
  const box = (name, text, checked) => {
    const label = make("label", "line");
    boxes[name] = Object.assign(make("input"), { type: "checkbox", checked: Boolean(checked) });
    boxes[name].addEventListener("change", send);
    label.append(boxes[name], text);
    return label;
  };
  const parts = [box("pass", "Pass while I cannot act", now.pass), box("only", "Play my only card or option", now.only)];
  const limit = Object.assign(make("input"), { type: "number", min: 0, value: now.bid ?? "" });
  if (state.lot) {
    parts.push(box("skip", "Pass on this lot", now.skip));
    const label = make("label", "line", "Bid for me up to");
    limit.addEventListener("change", send);
    label.append(limit);
    parts.push(label);
  }
  root.replaceChildren(make("h3", "", "Standing orders"), ...parts);
}

/** The player's standing orders beside the action bar, where they cannot be forgotten. */
export function drawStanding(state, say) {
  const now = state.orders;
  if (!now || state.outcome) return [];
  const told = [];
  if (now.pass) told.push("pass while I cannot act");
  if (now.only) told.push("play my only card or option");
  if (now.skip) told.push("pass on this lot");
  if (now.bid !== undefined && now.bid !== null) told.push(`bid up to ${now.bid}`);
  if (!told.length) return [];
  const row = make("div", "offer");
  row.append(make("span", "grow soft", `Standing orders: ${told.join(", ")}.`), button("Cancel", () => say({ type: "orders", seat: state.you }), "quiet"));
  return [row];
}
