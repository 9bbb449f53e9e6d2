// How reliably the persons at a public table play, and their ratings: shown where strangers sit down together.

import { call } from "./api.js";
import { make } from "./parts.js";

let known = { stamp: "", players: [] };

/** Add a few words about every known person to the list of seats. */
export async function showRecords(list, state) {
  const stamp = `${state.table} ${state.seats.map((seat) => seat.name).join("/")}`;
  if (known.stamp !== stamp) {
    known = { stamp, players: known.players };
    const found = await call("GET", `/api/tables/${state.table}/players`).catch(() => ({ players: [] }));
    if (known.stamp !== stamp) return;
    known.players = found.players;
  }
  const root = list.isConnected ? list : document.querySelector("#lobby .lines");
  for (const one of known.players) {
    const item = root?.querySelector(`[data-part="seat ${one.seat}"]`);
    const place = item?.querySelector(".soft");
    if (place) place.textContent = ["is seated", recordOf(one), ratingOf(one.rating)].filter(Boolean).join(" · ");
  }
}

/** The reliability of a person in words. */
export function recordOf({ games, left, in_time }) {
  if (!games) return "new here";
  const late = in_time === null ? "" : `${Math.round(in_time * 100)} % in time, `;
  return `${late}left ${left} of ${games} ${games === 1 ? "game" : "games"}`;
}

/** A rating in words. */
export const ratingOf = (rating) => (rating ? `rating ${rating.points}${rating.provisional ? "?" : ""}` : "");
