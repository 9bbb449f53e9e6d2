// Players who left, and others who took their seats: in the list of a replay's moves.

import { make } from "./parts.js";

const THEN = { bot: "a bot plays on", "civil-disorder": "civil disorder", "open-seat": "the seat is open" };

/** Add a line to the list of moves for every change of a seat in a history, after the move that it came after. */
export function addLeavings(list, history) {
  const moves = [...list.children];
  const names = [...history.players];
  for (const { after, seat, then, why, by } of history.leavings ?? []) {
    const item = make("li", `s${seat % 8} change`);
    const text = then === "person" ? ` takes the seat of ${names[seat]}` : ` left: ${why}; ${THEN[then]}`;
    if (then === "person") names[seat] = by;
    item.append(make("b", "chip", names[seat]), text);
    if (after < moves.length) list.insertBefore(item, moves[after]);
    else list.append(item);
  }
}
