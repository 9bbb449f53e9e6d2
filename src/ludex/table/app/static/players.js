// Who plays, how bots play, and the rules of the table that its maker chose.

import { calledOf, make, personOf } from "./parts.js";

const bots = JSON.parse(document.body.dataset.bots ?? "{}");
const WHEN_TIME_IS_UP = {
  wait: "When time is up, the game waits.",
  bot: "When time is up, a bot plays until the player is back.",
  forfeit: "When time is up, the player forfeits the game.",
};
const TAKING_BACK = {
  rule: "A move that revealed nothing can be taken back, and any other if all agree.",
  consent: "Moves are taken back if all agree.",
  never: "Moves are not taken back.",
  free: "Moves are taken back freely.",
};

/** Draw the players at the table, and its rules. */
export function drawPlayers(root, state) {
  const list = make("ul", "players");
  for (const seat of state.seats) {
    const item = make("li", `s${seat.seat % 8}`);
    const person = personOf(seat) ? `${personOf(seat)}, ` : "";
    item.append(make("b", "chip", calledOf(seat) || `Seat ${seat.seat + 1}`), make("span", "soft", ` ${person}${whatOf(seat, state.you)}`));
    list.append(item);
  }
  root.replaceChildren(list, make("h2", "", "This table"), drawRules(state));
}

function whatOf(seat, you) {
  if (seat.bot) return `a bot, ${seat.bot}. ${bots[seat.bot] ?? ""}`;
  if (seat.deputy && seat.free) return `has left. A bot, ${seat.deputy}, plays on, and the seat is free.`;
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
  if (clock?.hammer) told.push(`An open auction ends after ${lasting(clock.hammer)} without a bid.`);
  if (TAKING_BACK[state.taking_back]) told.push(TAKING_BACK[state.taking_back]);
  if (state.press) told.push("Players may write to one another in private.");
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
