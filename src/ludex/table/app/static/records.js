// How reliably the persons at a public table play, and their ratings: shown where strangers sit down together.

import { call } from "./api.js";

let known = { stamp: "", said: new Map() };
const places = new Set(); // functions that draw the places where it is shown

/** Return a few words about the person at a seat. What is not known yet is fetched, and then `redraw` is called. */
export function strangerAt(seat, state, redraw) {
  places.add(redraw);
  if (!state.public || state.sandbox) return "";
  const stamp = `${state.table} ${state.seats.map((one) => `${one.name} ${one.sat} ${one.free}`).join("/")}`;
  if (known.stamp !== stamp) {
    known = { stamp, said: known.said };
    call("GET", `/api/tables/${state.table}/players`).then(({ players }) => {
      if (known.stamp !== stamp) return;
      known.said = new Map(players.map((one) => [one.seat, [recordOf(one), ratingOf(one.rating)].filter(Boolean).join(" · ")]));
      for (const draw of places) draw();
    }, () => {}); // the table is shown without them
  }
  return known.said.get(seat.seat) ?? "";
}

/** The reliability of a person in words. */
export function recordOf({ games, left, in_time }) {
  if (!games) return "new here";
  const late = in_time === null ? "" : `${Math.round(in_time * 100)} % in time, `;
  return `${late}left ${left} of ${games} ${games === 1 ? "game" : "games"}`;
}

/** A rating in words. */
export const ratingOf = (rating) => (rating ? `rating ${rating.points}${rating.provisional ? "?" : ""}` : "");
