// In the first game of a kind on this device, each new kind of decision is explained once, in a bubble.
//
// The bubble stands where nothing that can be pressed is. If there is no such place, a small button opens it.

import { fill } from "./morph.js";
import { button, make } from "./parts.js";
import { prefer, prefs } from "./prefs.js";
import { store, stored } from "./storage.js";

const KEY = "ludex-first-games";
const GAP = 8;
const STEP = 16;
const IN_THE_WAY = ".lit, .pointed, #prompt, #actions :is(button, input), #draft :is(button, input), #tools button, #hand, .map-size button, .heading, header.bar, #refusal:not([hidden])";
let shown = null; // the kind of decision that is being explained
let opened = false; // whether the player has opened a folded bubble

/** Return the entry of the first game of this kind: its table, and the kinds of decisions that were explained. */
function firstOf(state) {
  const all = stored(KEY, {});
  all[state.game] ??= { table: state.table, seen: [] };
  store(KEY, all);
  return all[state.game];
}

function done(game, kind) {
  const all = stored(KEY, {});
  if (all[game] && !all[game].seen.includes(kind)) all[game].seen.push(kind);
  store(KEY, all);
}

/** Explain the decision of this state, if it is new to the player. */
export function explainNew(root, state, mine) {
  const { bubble } = state;
  if (shown && (!mine || bubble?.kind !== shown)) { // the decision was made: once is enough
    done(state.game, shown);
    shown = null;
  }
  const wanted = prefs.bubbles && mine && bubble && state.you !== null && !state.sandbox;
  const first = wanted ? firstOf(state) : null;
  if (!first || first.table !== state.table || first.seen.includes(bubble.kind)) return close(root);
  if (shown !== bubble.kind) opened = false;
  shown = bubble.kind;
  draw(root, bubble.text, state.game);
}

function close(root) {
  root.hidden = true;
  headed(false);
  root.replaceChildren();
}

function draw(root, text, game) {
  const finish = () => {
    done(game, shown);
    shown = null;
    close(root);
    document.getElementById("prompt").focus({ preventScroll: true });
  };
  const said = make("p", "", text);
  said.dataset.part = "text";
  const row = make("div", "row");
  row.dataset.part = "row";
  const open = button("?", () => {
    opened = true;
    root.classList.remove("folded");
    headed(false);
    moveOff(root);
    root.querySelector(".row button").focus();
  }, "open");
  open.setAttribute("aria-label", "New to this game? What this decision is about");
  open.dataset.part = "open";
  row.append(button("Got it", finish), button("No more of these", () => {
    prefer("bubbles", false);
    finish();
  }, "quiet"));
  root.hidden = false;
  fill(root, open, said, row);
  place(root);
}

/** Put a bubble that was opened by hand where it covers as little as possible of what can be pressed. */
function moveOff(root) {
  const { width, height } = root.getBoundingClientRect();
  const lit = [...document.querySelectorAll(".lit, #prompt, #actions button")].map((node) => node.getBoundingClientRect());
  const left = GAP * 1.5;
  const first = document.querySelector("header.bar").getBoundingClientRect().bottom;
  let best = { covered: Infinity, top: first };
  for (let { top } = best; top + height < innerHeight; top += STEP) {
    const box = { left, top, right: left + width, bottom: top + height };
    const covered = lit.filter((one) => one.width && meets(box, one)).length;
    if (covered < best.covered) best = { covered, top };
  }
  move(root, left, best.top);
}

const meets = (a, b) => a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP;

/** Leave room for the button next to the headline. A class, because `body:has(…)` would make browsers style the whole page again. */
const headed = (help) => document.querySelector(".heading").classList.toggle("with-help", help);

/** Find a place over the board where nothing that matters lies, as near to the question as possible. */
function place(root) {
  if (opened) return;
  root.classList.remove("folded");
  headed(false);
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const { width, height } = root.getBoundingClientRect();
  const things = [...document.querySelectorAll(IN_THE_WAY)].map((node) => node.getBoundingClientRect()).filter((box) => box.width);
  for (let top = Math.min(stage.bottom, innerHeight) - height - GAP; top >= stage.top + GAP; top -= STEP) {
    for (let left = stage.right - width - GAP; left >= stage.left + GAP; left -= STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      if (things.some((thing) => meets(box, thing))) continue;
      return move(root, left, top);
    }
  }
  root.classList.add("folded"); // no room: a button that opens it, next to the headline
  headed(true);
  const heading = document.querySelector(".heading").getBoundingClientRect();
  const countdown = document.getElementById("countdown").getBoundingClientRect().width;
  move(root, heading.right - countdown - 28 - GAP, heading.top + (heading.height - 28) / 2);
}

function move(root, left, top) {
  root.style.setProperty("left", `${left}px`);
  root.style.setProperty("top", `${top}px`);
}

/** Keep the bubble out of the way when things move. */
export function watchNewcomer(root) {
  const again = () => !root.hidden && place(root);
  addEventListener("resize", again);
  document.querySelector(".stage").addEventListener("scroll", again, { passive: true });
}
