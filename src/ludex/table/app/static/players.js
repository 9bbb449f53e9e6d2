// Who plays, how bots play, and the rules of the table that its maker chose.

import { copy } from "./copy.js";
import { fill } from "./morph.js";
import { button, calledOf, make, personOf } from "./parts.js";
import { drawPeace } from "./peace.js";
import { strangerAt } from "./records.js";

const bots = JSON.parse(document.body.dataset.bots ?? "{}");
const WHEN_TIME_IS_UP = {
  wait: "When time is up, the game waits.",
  bot: "When time is up, a bot plays until the player is back.",
  forfeit: "When time is up, the player forfeits.",
};
const ON_LEAVE = {
  bot: "If a player resigns or forfeits, a bot plays on.",
  "civil-disorder": "If a player resigns or forfeits, the seat is in civil disorder.",
  "open-seat": "If a player resigns or forfeits, the game waits until another player takes the seat.",
  end: "If a player resigns or forfeits, the game ends.",
};
const PRESS = {
  full: "Players may write to all, or to some in private.",
  none: "Players cannot write to one another before the game is over.",
};
const IN_DISORDER = "civil-disorder";
const WEEKDAYS = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];
const TAKING_BACK = {
  rule: "A move that revealed nothing can be taken back, and any other if all agree.",
  consent: "Moves are taken back if all agree.",
  never: "Moves are not taken back.",
  free: "Moves are taken back freely.",
};

let drawn = []; // what the players were drawn from
const redraw = () => drawPlayers(...drawn);

/** Draw the players at the table, and its rules. */
export function drawPlayers(root, state) {
  drawn = [root, state];
  const list = make("ul", "players");
  for (const seat of state.seats) {
    const item = make("li", `s${seat.seat % 8}`);
    const person = personOf(seat) ? `${personOf(seat)}, ` : "";
    item.append(make("b", "chip", calledOf(seat) || `Seat ${seat.seat + 1}`), make("span", "soft", ` ${person}${whatOf(seat, state.you)}`));
    const said = strangerAt(seat, state, redraw);
    if (said) item.append(make("span", "soft", ` · ${said}`));
    if (hasLeft(seat) && state.status === "playing") item.append(offering());
    item.append(drawPeace(seat, state));
    list.append(item);
  }
  fill(root, list, make("h2", "", "This table"), drawRules(state));
}

/** Return whether a seat was left by its player, and can be taken. */
const hasLeft = (seat) => seat.free && seat.sat;

/** Return what happens at a seat that was left. */
export function fateOf(seat) {
  if (seat.deputy === IN_DISORDER) return "has left. The seat is in civil disorder";
  return seat.deputy ? `has left. A bot, ${seat.deputy}, plays on` : "has left. The game waits for another player";
}

/** A button that copies the link with which another person can take the seat: that of this page. */
export function offering() {
  const link = new URL(location.pathname, location.href).href;
  const copying = button("Copy a link to this seat", () => copy(link, copying), "small");
  return copying;
}

function whatOf(seat, you) {
  if (seat.bot) return `a bot, ${seat.bot}. ${bots[seat.bot] ?? ""}`;
  if (hasLeft(seat)) return `${fateOf(seat)}, and the seat is free. `;
  if (seat.deputy) return `is away. A bot, ${seat.deputy}, plays until they are back.`;
  if (!seat.sat) return "is not here yet";
  return seat.seat === you ? "(you)" : seat.here ? "is here" : "is away";
}

/** The rules of the table, a sentence each. */
export function drawRules(state) {
  const list = make("ul", "rules-of-table");
  list.append(...rulesOf(state).map((text) => make("li", "", text)));
  if (state.commitment && !state.sandbox) {
    const item = make("li", "", "Its promise about chance, which the replay checks: ");
    item.append(make("code", "small", state.commitment));
    list.append(item);
  }
  return list;
}

function rulesOf({ clock, ...state }) {
  const told = [];
  if (clock?.per_move) told.push(`${lasting(clock.per_move)} for every move.`);
  else if (clock?.per_player) told.push(`${lasting(clock.per_player)} for the whole game${clock.increment ? `, and ${lasting(clock.increment)} more with every move` : ""}.`);
  else if (!state.sandbox) told.push("No clock.");
  if (clock?.per_move || clock?.per_player) told.push(WHEN_TIME_IS_UP[clock.timeout ?? "wait"]);
  if (clock?.grace) told.push(`An answer that is at most ${lasting(clock.grace)} late still counts.`);
  if (clock?.days_off?.length) told.push(`No clock runs on ${clock.days_off.map((day) => WEEKDAYS[day]).join(" and ")} (UTC).`);
  if (clock?.hammer) told.push(`An open auction ends after ${lasting(clock.hammer)} without a bid.`);
  if (state.seats.length > 2 && !state.sandbox) told.push(ON_LEAVE[state.on_leave] ?? "");
  else if (!state.sandbox) told.push("If a player resigns, the game ends.");
  if (TAKING_BACK[state.taking_back]) told.push(TAKING_BACK[state.taking_back]);
  if (PRESS[state.press]) told.push(PRESS[state.press]);
  if (state.secret_draws) told.push("Votes for a draw are secret: all players with units must vote for it in the same phase.");
  if (state.rated) told.push("Rated: the result counts for the players' ratings.");
  if (state.anonymous) told.push("Names are shown after the game.");
  told.push(state.public ? "Listed on the home page: anyone may watch." : "Visible only to people who know its address.");
  return told;
}

/** Seconds in words. */
function lasting(seconds) {
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [name, size] = units.find(([, one]) => seconds >= 2 * one || seconds === one) ?? units[3];
  const count = Math.round((seconds / size) * 10) / 10;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
