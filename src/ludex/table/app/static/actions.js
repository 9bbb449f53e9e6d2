// The action bar and the lit elements of the board: two ways to the same options.
//
// What was chosen so far lives as long as it is possible, whatever others do: it is applied to every new set of options.

import { Amounts } from "./amount.js";
import { amountOf, beginning, choicesOf, fitting, idOf, isRange, labelOf, lastRange, namedBy, readPress, sentenceOf, shared, textOf } from "./choices.js";
import { keepFocus, restFocus } from "./focus.js";
import { drawKept, keep, withKept } from "./kept.js";
import { aimOf } from "./map.js";
import { fill } from "./morph.js";
import { button, decides, make } from "./parts.js";
import { prefer, prefs } from "./prefs.js";
import { admit, redraw } from "./press.js";

const MOST_SHORT = 9;
const FEW_BUTTONS = 3; // most buttons next to an amount
const GIVES_UP = ["pass", "draw", "concede"]; // moves that mean this have no short cut
const ASKED_TWICE = ["draw", "concede"];
const UP_WORDS = ["pass", "fold", "decline"];
const BESIDE = matchMedia("(min-width: 60rem), (min-width: 36rem) and (max-height: 34rem)"); // the dock has room for a list

export class Actions {
  #paths = [];
  #known = new Map();
  #remarks = {};
  #left = [];
  #steps = []; // what was chosen so far: each step takes paths, and gives those that fit
  #picked = new Set(); // options that are chosen together
  #asking = null; // the move about which the player is asked once more
  #amounts = new Amounts();
  #about = null;
  #changes = 0;
  #handedIn = null;
  #sheet = false; // whether the list of choices lies over the board
  #lot; // what is auctioned
  #kept = null; // what a bid gives up, as was chosen before for this lot
  #offered = []; // all options, also those that give up something else
  leave = null; // takes the player out of the lot, where a lot can be left for good

  /**
   * `root` holds the action bar, `boards` the elements whose tokens can be pressed, `play` takes the text of a move, and
   * `explain` what was pressed in vain: its tokens, and those that were chosen before.
   */
  constructor(root, boards, play, explain = () => {}) {
    this.root = root;
    this.boards = boards;
    this.play = play;
    this.explain = explain;
    for (const board of boards) {
      board.addEventListener("click", (event) => this.#pressed(aimOf(event)));
      board.addEventListener("keydown", (event) => {
        if ((event.key !== "Enter" && event.key !== " ") || !event.target.matches?.("[data-press]:not(button)")) return;
        event.preventDefault();
        if (!event.target.matches(".lit") || admit(event, event.target)) this.#pressed(event.target);
      });
    }
    document.addEventListener("keydown", (event) => this.#keyed(event));
    BESIDE.addEventListener("change", () => this.#change(() => (this.#sheet = false)));
  }

  /** Offer these options (null: none). What was chosen and typed stays as long as it is all `about` the same. */
  offer(options, about, remarks = {}, lot = undefined) {
    const paths = options?.paths ?? [];
    if (about !== this.#about) {
      this.#forget();
      if (this.root.contains(document.activeElement)) restFocus(); // what is typed next was meant for something else
    }
    this.#about = about;
    this.#remarks = remarks;
    this.#known = new Map(paths.map((path, place) => [idOf(path), { text: options.texts?.[place], means: options.means?.[place] }]));
    this.#lot = lot;
    this.#offered = paths;
    this.#keepAside();
    const ids = new Set(this.#paths.map(idOf));
    this.#picked = new Set([...this.#picked].filter((id) => ids.has(id)));
    if (this.#asking && !this.#possible(this.#asking)) this.#asking = null;
    this.#applySteps();
    this.#draw();
    this.light();
  }

  /** Offer what gives up the same as before, if something was given up before for this lot. */
  #keepAside() {
    const { paths, token } = withKept(this.#offered, this.#lot);
    this.#kept = token;
    this.#paths = this.#asAmounts(paths);
  }

  /** What was chosen is on its way to the server. */
  handIn() {
    this.#handedIn = this.#touches;
  }

  /** The decision was made: nothing that was chosen for it is left, unless the player has chosen something since. */
  accepted() {
    if (this.#handedIn !== this.#touches) return;
    this.#forget();
    this.#change(() => this.#applySteps());
  }

  /** How often the player has chosen something. */
  get #touches() {
    return this.#changes + this.#amounts.touches;
  }

  /** What presses are about: the same button after another step is another one. */
  get scene() {
    return `${this.#about} ${this.#steps.length} ${this.#asking ? "sure" : ""}`;
  }

  /** Light up what can be pressed. Called after the board was drawn, too. */
  light() {
    const next = shared(this.#left) + 1; // what comes next, or what it is done with
    for (const board of this.boards) {
      for (const node of board.querySelectorAll("[data-press]")) {
        const named = this.#left.filter((path) => namedBy(path, readPress(node.dataset.press))?.at <= next);
        light(node, named.length > 0);
        if (this.#together) this.#showPicked(node, named);
      }
      enterable(board);
    }
  }

  #showPicked(node, named) {
    const picked = named.some((path) => this.#picked.has(idOf(path)));
    node.classList.toggle("picked", picked);
    if (named.length) node.setAttribute("aria-pressed", String(picked));
  }

  /** How many options are chosen together, and in which words: a hand says so where cards are passed on. */
  get #together() {
    const node = this.boards.map((board) => board.querySelector("[data-together]")).find(Boolean);
    const count = Number(node?.dataset.together ?? 0);
    return count > 1 && this.#paths.length ? { count, words: node.dataset.words } : null;
  }

  #forget() {
    this.#sheet = false;
    this.#steps = [];
    this.#picked.clear();
    this.#asking = null;
    this.#amounts.clear();
  }

  /** An amount of which one number is left is still asked as an amount, where something was typed for it. */
  #asAmounts(paths) {
    const ranges = new Set(paths.filter((path) => isRange(path.at(-1))).map(idOf));
    return paths.map((path) => {
      const amount = amountOf(path);
      const asked = amount && !isRange(path.at(-1)) && this.#amounts.has(amount.id) && !ranges.has(amount.id);
      return asked ? [...path.slice(0, -1), { low: amount.low, high: amount.high, label: amount.label }] : path;
    });
  }

  #applySteps() {
    let left = this.#paths;
    const possible = [];
    for (const step of this.#steps) {
      const next = step(left);
      if (!next.length) break;
      left = next;
      possible.push(step);
    }
    this.#steps = possible;
    this.#left = left;
  }

  #possible({ path, amount }) {
    const now = this.#paths.find((one) => idOf(one) === idOf(path));
    const range = now && lastRange([now]);
    return now && (amount === undefined || (range && amount >= range.low && amount <= range.high));
  }

  #change(change) {
    this.#changes += 1;
    redraw(() =>
      keepFocus(() => {
        change();
        this.#draw();
        this.light();
      }),
    );
  }

  #pressed(target) {
    const whole = target.closest?.("[data-move]");
    if (whole && this.#paths.length) return this.#finish(whole.dataset.move);
    const node = target.closest?.("[data-press].lit");
    if (node) return this.#narrow((paths) => fitting(paths, readPress(node.dataset.press)));
    const idle = target.closest?.("[data-press]");
    if (idle) this.explain(readPress(idle.dataset.press), this.#begun);
  }

  /** The tokens that were chosen so far. */
  get #begun() {
    return this.#steps.length ? this.#left[0].slice(0, shared(this.#left)).filter((token) => !isRange(token)) : [];
  }

  /** Take a step towards a move. The last one plays it. */
  #narrow(step) {
    const left = step(this.#left);
    if (this.#together && left.length === 1) return this.#pick(left[0]);
    if (left.length === 1 && !lastRange(left)) return this.#decide(left[0]);
    this.#change(() => {
      this.#steps.push(step);
      this.#left = left;
    });
    this.#focusFirst();
    this.root.querySelector(".amount .number")?.select();
  }

  #pick(path) {
    const id = idOf(path);
    this.#change(() => this.#picked.delete(id) || this.#picked.add(id));
  }

  #decide(path, amount) {
    keep(path, this.#lot);
    if (!prefs.confirm && !ASKED_TWICE.includes(this.#known.get(idOf(path))?.means)) return this.#finish(this.#textOf(path, amount));
    this.#change(() => (this.#asking = { path, amount }));
    this.root.querySelector("button.main").focus();
  }

  /** How a move is written: as the server says, or with a number in the place of its range. */
  #textOf(path, amount) {
    return (amount === undefined ? this.#known.get(idOf(path))?.text : undefined) ?? textOf(path, amount);
  }

  #finish(text) {
    if (this.#asking) this.#change(() => (this.#asking = null));
    this.play(text);
  }

  #back() {
    this.#change(() => {
      this.#asking = null;
      this.#steps = [];
      this.#left = this.#paths;
    });
    this.#focusFirst();
  }

  /** Move the focus to the first choice that is in sight; else it stays on the board. */
  #focusFirst() {
    const [first] = [...this.root.querySelectorAll(".amount .number, .choices button")].filter(inSight);
    first?.focus();
  }

  /** Ask again what a bid gives up. */
  #askAside() {
    this.#keepAside();
    this.#back();
  }

  #keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && this.#sheet) return this.#unfold(false);
    if (event.key === "Escape" && (this.#steps.length || this.#asking)) return this.#back();
    if (event.repeat || !/^\d$/.test(event.key) || event.target.matches?.("input, textarea, select")) return;
    const number = this.root.querySelector(".amount .number");
    if (number) { // digits type the amount, wherever the focus is
      if (!admit(event, this.root.querySelector(".amount .main"))) return event.preventDefault();
      if (!inSight(number)) this.#unfold(true);
      number.focus();
      return number.select();
    }
    const wanted = this.root.querySelector(`[aria-keyshortcuts="${event.key}"]`);
    if (wanted && inSight(wanted) && admit(event, wanted)) wanted.click();
  }

  #draw() {
    fill(this.root, ...(this.#left.length ? this.#parts() : []));
    const range = this.#range && amountOf(this.#range);
    const form = this.root.querySelector("form.amount");
    if (form) this.#amounts.show(form, range);
  }

  /** The path whose amount is asked now, if there is just one. */
  get #range() {
    const ranges = this.#left.filter((path) => lastRange([path]));
    return ranges.length === 1 && choicesOf(this.#left).every((choice) => choice.paths.length === 1) ? ranges[0] : null;
  }

  #parts() {
    if (this.#asking) return this.#question(this.#asking);
    const parts = this.#crumbs();
    if (this.#kept) parts.push(drawKept(this.#kept, () => this.#askAside()));
    if (this.#together) return [...parts, ...this.#pickers()];
    const range = this.#range;
    const choices = choicesOf(this.#left).filter((choice) => choice.paths[0] !== range);
    const buttons = choices.map((choice) => this.#choice(choice));
    const named = this.#namedOnBoard();
    const onBoard = buttons.filter((_, place) => choices[place].paths.every((path) => named(path) > 0));
    const rare = buttons.filter((one) => ASKED_TWICE.includes(one.dataset.means));
    const numbered = range && this.#numbersOnBoard(range) > amountOf(range).high - amountOf(range).low; // every number stands on the board
    const folded = numbered || onBoard.length > 1 ? [...onBoard, ...rare] : []; // one button takes no more room than the fold
    this.#addLeaving(buttons);
    this.#shorten(buttons, range);
    const others = buttons.filter((one) => !folded.includes(one));
    const form = range && this.#amount(range);
    if (form && !numbered) parts.push(form);
    if (form && !numbered && others.length <= FEW_BUTTONS) form.append(...others.splice(0));
    return [...parts, ...this.#list([...(numbered ? [form] : []), ...rows(folded)], rows(others))];
  }

  /** Moves that the board offers are folded into a list, for players who prefer buttons. The others are next to it. */
  #list(parts, others) {
    if (!parts.length) return others;
    const open = BESIDE.matches ? prefs.list : this.#sheet;
    const list = make("div", "list");
    Object.assign(list, { id: "list", hidden: !open });
    list.dataset.part = "list";
    list.append(...parts);
    const fold = button(open ? "Hide the list" : "Show as list", () => this.#unfold(!open), "quiet fold");
    fold.dataset.part = "fold";
    fold.setAttribute("aria-expanded", String(open));
    fold.setAttribute("aria-controls", list.id);
    return [...others, fold, list];
  }

  #unfold(open) {
    if (BESIDE.matches) prefer("list", open);
    this.#change(() => (this.#sheet = open && !BESIDE.matches));
    if (open) this.root.querySelector(".list :is(.number, .choices button)")?.focus();
  }

  /** Return a function that counts the elements of the board by which a path can be chosen now. */
  #namedOnBoard() {
    const next = shared(this.#left) + 1;
    const presses = this.#presses();
    return (path) => presses.filter((press) => namedBy(path, press)?.at <= next).length;
  }

  /** Return how many elements of the board stand for a number of the amount that is asked. */
  #numbersOnBoard(path) {
    const named = this.#presses().map((press) => namedBy(path, press));
    return named.filter((by) => by && by.at + by.tokens.length === path.length).length;
  }

  #presses() {
    return this.boards.flatMap((board) => [...board.querySelectorAll("[data-press]")]).map((node) => readPress(node.dataset.press));
  }

  /** The way back, and what was chosen so far. */
  #crumbs() {
    const begun = this.#left[0].slice(0, Math.min(shared(this.#left), this.#left[0].length - 1));
    if (!this.#steps.length) return [];
    const crumbs = make("div", "crumbs");
    crumbs.dataset.part = "crumbs";
    crumbs.append(button("‹ Back", () => this.#back(), "quiet"), make("span", "crumb", labelOf(begun)));
    return [crumbs];
  }

  #choice({ paths, begins }) {
    const plays = paths.length === 1 && !lastRange(paths);
    const text = plays ? this.#textOf(paths[0]) : textOf(begins, "…");
    const label = plays ? sentenceOf(paths[0], undefined, this.#remark(text)) : `${sentenceOf(begins.filter((token) => !isRange(token)))} …`;
    const made = decides(text, label, () => this.#narrow((left) => beginning(left, begins)));
    const means = paths.map((path) => this.#known.get(idOf(path))?.means ?? "");
    made.dataset.means = means.every((one) => one === means[0]) ? means[0] : "";
    return made;
  }

  /** Where a lot comes round again and again: next to passing, the button that passes on it for good. */
  #addLeaving(buttons) {
    const label = this.boards.map((board) => board.querySelector("[data-out]")?.dataset.out).find(Boolean);
    const place = buttons.findIndex((one) => one.dataset.means === "pass");
    if (!label || !this.leave || place < 0) return;
    const out = decides("out of this lot", label, () => this.leave());
    out.dataset.means = "pass";
    buttons.splice(place + 1, 0, out);
  }

  /** The remark about a move, or about what it begins with: its price, say. */
  #remark(text) {
    const found = Object.keys(this.#remarks).filter((about) => text === about || text.startsWith(`${about} `));
    return this.#remarks[found.sort((a, b) => b.length - a.length)[0]] ?? "";
  }

  /** Print short cuts on the first buttons: not while a number may be meant as an amount, nor on what gives up. */
  #shorten(buttons, range) {
    if (range || this.#paths.some((path) => isRange(path.at(-1)))) return;
    const short = buttons.filter((one) => !GIVES_UP.includes(one.dataset.means) && !UP_WORDS.includes(one.dataset.does));
    for (const [place, one] of short.slice(0, MOST_SHORT).entries()) {
      one.setAttribute("aria-keyshortcuts", String(place + 1));
      const key = make("kbd", "", String(place + 1));
      key.setAttribute("aria-hidden", "true");
      one.prepend(key);
    }
  }

  #amount(path) {
    return this.#amounts.draw(this.root, amountOf(path), {
      word: sentenceOf(path, "").trim(),
      say: (value) => sentenceOf(path, value, this.#remarks[this.#textOf(path, value)] ?? ""),
      does: (value) => this.#textOf(path, value),
      play: (value) => this.#decide(path, value),
    });
  }

  /** Options that are chosen together: each can be taken back by pressing it again, until they are handed in. */
  #pickers() {
    const { count, words } = this.#together;
    const buttons = this.#left.map((path) => {
      const text = this.#textOf(path);
      const made = decides(text, sentenceOf(path), () => this.#pick(path));
      made.setAttribute("aria-pressed", String(this.#picked.has(idOf(path))));
      return made;
    });
    const chosen = this.#left.filter((path) => this.#picked.has(idOf(path)));
    const texts = chosen.map((path) => this.#textOf(path)).join(", ");
    const missing = count - chosen.length;
    const label = missing > 0 ? `Choose ${missing} more` : missing < 0 ? `Choose ${-missing} fewer` : `${words} ${count}`;
    const go = decides(missing ? "" : texts, label, () => missing || this.#finish(texts), "main");
    go.dataset.part = "together";
    go.setAttribute("aria-disabled", String(missing !== 0));
    return this.#list(rows(buttons), rows([go]));
  }

  #question({ path, amount }) {
    const text = this.#textOf(path, amount);
    const yes = decides(text, `Yes: ${sentenceOf(path, amount, this.#remark(text))}`, () => this.#finish(text), "main");
    const asked = make("p", "prompt", "Is that what you want?");
    return [asked, ...rows([yes, button("No, go back", () => this.#back())])];
  }
}

/** A row of buttons, if there are any. */
function rows(buttons) {
  if (!buttons.length) return [];
  const made = make("div", "choices");
  made.dataset.part = "choices";
  made.append(...buttons);
  return [made];
}

const inSight = (node) => node.getClientRects().length > 0;

/** Let an element of the board play something, or not. One that plays nothing can still be pressed: it says why. */
function light(node, lit) {
  node.classList.toggle("lit", lit);
  if (lit) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
  node.setAttribute("tabindex", lit ? "0" : "-1");
  if (node.matches("button")) return;
  node.setAttribute("role", "button");
  if (node.dataset.tip && !node.hasAttribute("aria-label")) node.setAttribute("aria-label", node.dataset.tip);
}

/** Tab leads into a board on which nothing is lit, too: from there on the arrow keys lead from one thing to the next. */
function enterable(board) {
  if (!board.querySelector("[data-press].lit")) board.querySelector("[data-press]")?.setAttribute("tabindex", "0");
}
