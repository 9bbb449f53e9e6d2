// The end of a game: who won, how it went round by round, when it was decided, and how to share it.

import { call } from "./api.js";
import { copy } from "./copy.js";
import { button, calledOf, make, personOf } from "./parts.js";
import { here } from "./where.js";

const ORDINALS = ["1st", "2nd", "3rd"];
const ordinal = (rank) => ORDINALS[rank - 1] ?? `${rank}th`;
const joined = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
const count = (number) => number.toLocaleString("en").replace("-", "−");

/** Return why the game ended: by its rules or because a player forfeited, and who left or came before. */
function reasonOf({ by_rules, forfeit, changes }) {
  const why = forfeit && (["resigned", "left"].includes(forfeit.why) ? forfeit.why : `forfeited: ${forfeit.why}`);
  return [forfeit ? `${forfeit.name} ${why}` : by_rules, ...changes.map((change) => change.say)].join("; ");
}

let story = null; // of the game that is over, once the server has told it
let told = ""; // the outcome that the story is about

/** Show how the game ended. `again` offers to play again, for players. */
export function drawOutcome(root, state, again) {
  root.hidden = !state.outcome;
  if (!state.outcome) {
    story = null;
    told = "";
    return root.replaceChildren();
  }
  const key = `${state.table} ${state.digest}`;
  if (told !== key) {
    told = key;
    story = null;
    tell(root, state, again, key);
  }
  draw(root, state, again);
}

/** Read the story of the game, and draw it when it comes. Without it the outcome still stands there. */
async function tell(root, state, again, key) {
  if (document.getElementById("still")) return;
  try {
    const found = await call("GET", `/api/tables/${state.table}/story`);
    if (told !== key) return;
    story = found;
    draw(root, state, again);
  } catch {
    // the ranks are enough
  }
}

function draw(root, state, again) {
  const { ranks, winners } = state.outcome;
  const scores = story?.scores ?? state.outcome.scores;
  const names = state.seats.map(calledOf);
  const won = winners.length ? `${joined(winners.map((seat) => names[seat]))} ${winners.length > 1 ? "win" : "wins"}` : "The game is over";
  const parts = [make("h2", "", won)];
  const place = placeOf(state);
  if (place) parts.push(make("p", "place", place));
  parts.push(make("p", "soft reason", reasonOf(state.ended)));
  if (story?.turning) parts.push(make("p", "turning", story.turning));
  const list = make("ol", "ranks");
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  for (const seat of order) {
    const item = make("li");
    item.value = ranks[seat];
    const person = personOf(state.seats[seat]);
    item.append(make("b", `chip s${seat % 8}`, names[seat]), person ? make("span", "soft", ` ${person}`) : "", ` ${count(scores[seat])}`);
    list.append(item);
  }
  parts.push(list, buttons(state, again, shareText(won, order, scores, names, ranks)));
  if (story?.rounds.length > 1) parts.push(rounds(state, order));
  const read = root.querySelector("details")?.open;
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.part : null;
  root.replaceChildren(...parts);
  if (read !== undefined && root.querySelector("details")) root.querySelector("details").open = read;
  if (focused) root.querySelector(`[data-part="${focused}"]`)?.focus();
}

/** Return the player's place in a sentence. */
function placeOf({ you, outcome, seats }) {
  if (you === null || seats.length < 2) return "";
  const rank = outcome.ranks[you];
  const shared = outcome.ranks.filter((one) => one === rank).length > 1;
  const scores = story?.scores ?? [];
  const winner = outcome.winners[0];
  const next = outcome.ranks.indexOf(Math.min(...outcome.ranks.filter((one) => one > rank)));
  const gap = (one, other) => Math.abs((scores[one] ?? 0) - (scores[other] ?? 0));
  if (outcome.winners.includes(you)) {
    if (shared && outcome.winners.length === seats.length) return "You share the first place.";
    return gap(you, next) ? `You won by ${count(gap(you, next))}.` : "You won.";
  }
  const behind = winner !== undefined && gap(you, winner) ? `, ${count(gap(you, winner))} behind ${calledOf(seats[winner])}` : "";
  return `You came ${shared ? "joint " : ""}${ordinal(rank)} of ${seats.length}${behind}.`;
}

const replayOf = (state) => new URL(here(`/tables/${state.table}/replay`), location.href).href;

function buttons(state, again, text) {
  const row = make("div", "row");
  const add = (part, node) => {
    node.dataset.part = part;
    row.append(node);
  };
  const link = (label, address, cls) => Object.assign(make("a", cls, label), { href: address });
  if (state.follower) add("next", link("Go to the new table", here(`/tables/${state.table}/next`), "button main"));
  else if (again) add("again", button("Play again", again, "main"));
  add("replay", link("Watch the replay", replayOf(state), "button"));
  add("share", button("Share the result", ({ currentTarget }) => share(`${text}\n${replayOf(state)}`, currentTarget)));
  add("link", button("Copy the link", ({ currentTarget }) => copy(replayOf(state), currentTarget)));
  return row;
}

/** Share a text as the device does it, or put it into the clipboard. */
async function share(text, pressed) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ text });
    } catch (error) {
      if (error.name === "AbortError") return null; // the player changed their mind
    }
  }
  return copy(text, pressed);
}

function shareText(won, order, scores, names, ranks) {
  const lines = order.map((seat) => `${ranks[seat]}. ${names[seat]} ${count(scores[seat])}`);
  return [`${document.body.dataset.title}: ${won}`, ...lines, ...(story?.turning ? [story.turning] : [])].join("\n");
}

/** The table of rounds: the standings after each. The lead is bold. */
function rounds(state, order) {
  const fold = make("details", "rounds");
  fold.open = story.rounds.length <= 12;
  const table = make("table");
  const head = table.createTHead().insertRow();
  head.append(Object.assign(make("th", "", "After"), { scope: "col" }));
  for (const seat of order) head.append(Object.assign(make("th", `chip s${seat % 8}`, calledOf(state.seats[seat])), { scope: "col" }));
  const body = table.createTBody();
  const sign = story.low_wins ? -1 : 1;
  for (const round of story.rounds) {
    const row = body.insertRow();
    const best = Math.max(...round.standing.map((one) => sign * one));
    const title = Object.assign(make("th"), { scope: "row" });
    title.append(Object.assign(make("a", "", round.title), { href: here(`/tables/${state.table}/replay#move=${round.at}`) }));
    row.append(title);
    for (const seat of order) row.append(make("td", sign * round.standing[seat] === best ? "lead" : "", count(round.standing[seat])));
  }
  const frame = make("div", "scroll");
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", "Table of rounds");
  frame.append(table);
  fold.append(make("summary", "", `Round by round: ${story.counted}`), frame);
  return fold;
}
