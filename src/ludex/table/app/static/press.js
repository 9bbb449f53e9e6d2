// A press does only what was shown when it began, and nothing that changed too recently to be read.
//
// What an element does stands in its `data-does`, or is the move or the tokens that it stands for. A press that began on
// something else, or right after the element changed its meaning or its place, counts for nothing.

import { aimOf } from "./map.js";
import { prefs } from "./prefs.js";

const DOES = "[data-does], [data-move], [data-press].lit";
const NEAR = 24; // pixels between the two presses of a double one

const since = new WeakMap(); // when an element came to mean what it means
let scene = () => ""; // what all presses are about: the lot, and what was chosen so far
let number = null; // the decision that is asked now
let began = null; // the press that is under way
let opened = false; // whether the page has been drawn once
let played = null; // the last press that played a move

const MOVES = "#actions, #board, #hand";

/** Return what an element does now, in words that differ for every lot and step. */
const doesOf = (node) => `${node.closest(MOVES) ? scene() : ""} ${node.dataset.does ?? node.dataset.move ?? node.dataset.press}`;
const pressable = (target) => target?.closest?.(DOES) ?? null;

/** The decision that a press answers: the one that was asked when the press began. */
export const answered = () => began?.number ?? number;

const calm = () => Number(prefs.calm); // milliseconds in which a change cannot have been read yet

/** Set the question that the page asks from now on. */
export function ask(decision, about) {
  number = decision;
  scene = about;
}

/** Change the page, and remember what came to mean something else, or to stand somewhere else. */
export function redraw(change) {
  const before = new Map(looks());
  change();
  if (!opened) return (opened = true); // nothing could be aimed at before
  for (const [node, now] of looks()) {
    const old = before.get(node);
    if (old?.does !== now.does || Math.hypot(old.x - now.x, old.y - now.y) > NEAR) since.set(node, performance.now());
  }
}

function looks() {
  return [...document.querySelectorAll(DOES)].map((node) => {
    const { x, y } = node.getBoundingClientRect();
    return [node, { does: doesOf(node), x, y }];
  });
}

/** A press begins. */
function begin(event, node) {
  const fresh = event.timeStamp - (since.get(node) ?? -Infinity) < calm();
  return { node, does: doesOf(node), number, fresh, at: event.timeStamp, x: event.clientX ?? 0, y: event.clientY ?? 0 };
}

/** Return whether a press may do what its element does now. */
export function admit(event, node) {
  if (event.type !== "click" || began?.node !== node || began.used) began = begin(event, node);
  began.used = true;
  return !began.fresh && began.does === doesOf(node) && !again(began);
}

/** Return whether this is the second half of a double press, whose first half played a move. */
function again({ node, at, x, y }) {
  if (!played || at - played.at >= calm()) return false;
  return node === played.node || (x + y > 0 && Math.hypot(x - played.x, y - played.y) < NEAR);
}

/** The press under way has played a move. */
export const playedBy = () => (played = began);

/** Watch all presses. `lost` is called for those that count for nothing, `taken` for the others. */
export function watchPresses(lost, taken) {
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const start = (event) => {
    const node = pressable(aimOf(event));
    began = node && begin(event, node);
  };
  addEventListener("pointerdown", start, true);
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (event.repeat && event.target.closest(`${DOES}, form`)) return stop(event); // a key that is held down is one press
    start(event);
  }, true);
  addEventListener("click", (event) => {
    const node = pressable(aimOf(event));
    if (!node) return;
    if (!event.isTrusted) began = null; // a script has no finger that could be late
    else if (admit(event, node)) taken();
    else {
      stop(event);
      lost();
    }
  }, true);
}
