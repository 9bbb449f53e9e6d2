// Standing orders: what the server may do for a player who asked for it. Shown, and cancelled at will.

import { readAmount } from "./amount.js";
import { button, decides, make } from "./parts.js";

/** Draw the player's standing orders as a form. Those about a lot name it: they are not given for the next one. */
export function drawOrders(root, state, say) {
  const now = state.orders ?? {};
  const boxes = {};
  let limit = now.bid ?? null;
  const send = (bid = limit) => {
    limit = bid;
    const wanted = { type: "orders", pass: boxes.pass.checked, only: boxes.only.checked, seat: state.you };
    if (state.lot) Object.assign(wanted, { lot: state.lot, skip: boxes.skip.checked, ...(bid !== null && { bid }) });
    say(wanted);
  };
  const box = (name, text, checked) => {
    const label = make("label", "line");
    boxes[name] = Object.assign(make("input"), { type: "checkbox", checked: Boolean(checked), onchange: () => send() });
    label.append(boxes[name], text);
    return label;
  };
  const parts = [box("pass", "Pass while I cannot act", now.pass), box("only", "Play my only card or option", now.only)];
  if (state.lot) parts.push(box("skip", "Pass on this lot", now.skip), limitForm(limit, send));
  root.replaceChildren(make("h3", "", "Standing orders"), ...parts);
}

/** Give the standing order to pass on this lot, and keep the others. */
export function leaveLot(state, say) {
  const { pass = false, only = false } = state.orders ?? {};
  say({ type: "orders", pass, only, seat: state.you, lot: state.lot, skip: true });
}

/** The limit of the server's bids. It counts when the button is pressed, which says so. */
function limitForm(bid, send) {
  const form = make("form", "row");
  const label = make("label", "line", "Bid for me up to");
  const field = Object.assign(make("input", "number"), { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 9, value: bid ?? "" });
  const go = button("Bid up to …", null);
  go.type = "submit";
  const read = () => readAmount(field.value, { low: 0, high: 10 ** 9 }).value;
  const show = () => {
    go.textContent = `Bid up to ${read() ?? "…"}`;
    go.setAttribute("aria-disabled", String(read() === undefined));
  };
  form.oninput = show;
  form.onsubmit = (event) => {
    event.preventDefault();
    if (read() !== undefined) send(read());
  };
  show();
  label.append(field);
  form.append(label, go);
  return form;
}

/** The player's standing orders, next to the action bar, where they cannot be forgotten. */
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
  row.dataset.part = "standing";
  row.append(make("span", "grow soft", `Standing orders: ${told.join(", ")}.`), decides("cancel", "Cancel", () => say({ type: "orders", seat: state.you }), "quiet"));
  return [row];
}
