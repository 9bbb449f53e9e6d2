// Calls to the server, and the games of this device.

import { store, stored } from "./storage.js";
import { here } from "./where.js";

/** Send JSON, get JSON. A refusal is thrown with the server's sentence. */
export async function call(method, path, body) {
  const answer = await fetch(here(path), {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  if (!answer.ok) throw new Error(data.sentence ?? `The server answered ${answer.status}.`);
  return data;
}

const KEY = "ludex-games";

/** The games that were played on this device, newest first. */
export const myGames = () => stored(KEY, []);

/** Remember a game of this device. */
export function remember(game) {
  const rest = myGames().filter((one) => one.id !== game.id);
  store(KEY, [{ ...game, at: Date.now() }, ...rest].slice(0, 40));
}

export const forget = (id) => store(KEY, myGames().filter((one) => one.id !== id));

/** The links to a table's seats, if it was made on this device: only its maker can hand them out. */
export const linksOf = (table) => stored(`ludex-links-${table}`, {});

/** Make a table and go to the first seat that is mine. */
export async function makeTable(wanted, mine = [0]) {
  const made = await call("POST", "/api/tables", wanted);
  const own = made.seats.filter((seat) => mine.includes(seat.seat) && seat.link);
  const others = made.seats.filter((seat) => !mine.includes(seat.seat) && seat.link);
  store(`ludex-links-${made.id}`, Object.fromEntries(others.map((seat) => [seat.seat, seat.link])));
  location.assign(own.length ? own[0].link : here(`/tables/${made.id}`));
}

/** Return a sentence of the server with a capital at its beginning. */
export const asSentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function complain(error) {
  const place = document.getElementById("problem");
  place.textContent = asSentence(error.message ?? String(error));
  place.hidden = false;
}
