// The action bar and the lit elements of the board: two ways to the same options.

import { choicesOf, fitting, labelOf, lastRange, namedBy, readPress, shared, textOf } from "./choices.js";
import { prefs } from "./prefs.js";

const STEPS = [1, 5, 10];

export class Actions {
  #paths = [];
  #texts = new Map();
  #left = [];
  #question = "";
  #kept = new Map();

  /** `root` holds the action bar, `boards` the elements whose tokens can be pressed, `play` takes the text of a move. */
  constructor(root, boards, play) {
    this.root = root;
    this.boards = boards;
    this.play = play;
    for (const board of boards) {
      board.addEventListener("click", (event) => this.#pressed(event.target));
      board.addEventListener("keydown", (event) => {
        if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-press].lit:not(button)")) {
          event.preventDefault();
          this.#pressed(event.target);
        }
      });
    }
    document.addEventListener("keydown", (event) => this.#keyed(event));
  }

  /** Offer these options (null: none). The same question keeps what was pressed and typed. */
  offer(options, question) {
    const wanted = options?.paths ?? [];
    this.#texts = new Map(wanted.map((path, place) => [JSON.stringify(path), options.texts?.[place]]));
    if (question !== this.#question || JSON.stringify(wanted) !== JSON.stringify(this.#paths)) {
      const typed = this.root.querySelector("input[type=number]")?.value;
      if (typed !== undefined) this.#kept.set("amount", typed);
      this.#paths = wanted;
      this.#left = wanted;
      this.#question = question;
      this.#draw();
    }
    this.light();
  }

  /** Light up what can be pressed. Called after the board was drawn, too. */
  light() {
    const next = shared(this.#left) + 1; // what comes next, or what it is done with
    for (const board of this.boards) {
      for (const node of board.querySelectorAll("[data-press]")) {
        const alternatives = readPress(node.dataset.press);
        const lit = this.#left.some((path) => namedBy(path, alternatives)?.at <= next);
        node.classList.toggle("lit", lit);
        if (node.matches("button")) node.disabled = !lit;
        else if (lit) {
          node.setAttribute("tabindex", "0");
          node.setAttribute("role", "button");
          if (node.dataset.tip && !node.hasAttribute("aria-label")) node.setAttribute("aria-label", node.dataset.tip);
        } else {
          node.removeAttribute("tabindex");
          if (node.getAttribute("role") === "button") node.removeAttribute("role");
        }
      }
    }
  }

  #pressed(target) {
    const whole = target.closest?.("[data-move]");
    if (whole && this.#paths.length) return this.#finish(whole.dataset.move);
    const node = target.closest?.("[data-press].lit");
    if (node) this.#narrow(fitting(this.#left, readPress(node.dataset.press)));
  }

  #narrow(paths, sure = false) {
    this.#left = paths;
    if (paths.length === 1 && !lastRange(paths)) {
      if (prefs.confirm && !sure) return this.#confirm(paths[0]);
      return this.#finish(this.#textOf(paths[0]));
    }
    this.#draw(true);
    this.light();
  }

  /** How a move is written: as the server says, or with a number in the place of its range. */
  #textOf(path, amount) {
    const text = lastRange([path]) ? undefined : this.#texts.get(JSON.stringify(path));
    return text ?? textOf(path, amount);
  }

  #finish(text) {
    this.#left = this.#paths;
    this.#draw();
    this.light();
    this.play(text);
  }

  #back() {
    this.#left = this.#paths;
    this.#draw(true);
    this.light();
  }

  #keyed(event) {
    if (event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#left.length < this.#paths.length) return this.#back();
    const place = Number(event.key) - 1;
    const buttons = this.root.querySelectorAll(".choices button, .amount > button:not(.main)");
    if (place >= 0 && place < buttons.length) buttons[place].click();
  }

  #draw(focus = false) {
    this.root.replaceChildren();
    if (!this.#left.length) return;
    const start = shared(this.#left);
    if (this.#left.length < this.#paths.length) {
      const done = this.#left[0].slice(0, lastRange(this.#left) ? -1 : start);
      const crumbs = make("div", "crumbs");
      crumbs.append(button("‹ Back", () => this.#back(), "quiet"), make("span", "crumb", labelOf(done)));
      this.root.append(crumbs);
    }
    else if (start && choicesOf(this.#left).length < this.#left.length) this.root.append(make("span", "crumb", labelOf(this.#left[0].slice(0, start))));
    const range = lastRange(this.#left);
    if (range) return this.#drawAmount(this.#left[0], range, focus);
    const choices = choicesOf(this.#left, this.#left.length < this.#paths.length);
    const row = make("div", choices.length > 14 ? "choices many" : "choices");
    const ranges = choices.filter((choice) => lastRange(choice.paths));
    for (const choice of choices) {
      if (ranges.length === 1 && choice === ranges[0]) continue;
      row.append(button(choice.label, () => this.#narrow(choice.paths)));
    }
    if (ranges.length === 1) {
      const form = this.#drawAmount(ranges[0].paths[0], lastRange(ranges[0].paths), false);
      if (row.children.length <= 3) form.append(...row.children);
    }
    if (row.children.length) this.root.append(row);
    if (focus) this.root.querySelector(".choices button")?.focus();
  }

  #drawAmount(path, range, focus) {
    const form = make("form", "amount");
    const word = [labelOf(path.slice(0, -1)), range.label].filter(Boolean).join(" ");
    const number = make("input");
    Object.assign(number, { type: "number", min: range.low, max: range.high, step: 1, required: true, inputMode: "numeric" });
    number.setAttribute("aria-label", `${word || "amount"}, ${range.low} to ${range.high}`);
    const slider = make("input");
    Object.assign(slider, { type: "range", min: range.low, max: range.high, step: 1, tabIndex: -1 });
    slider.setAttribute("aria-hidden", "true");
    const set = (value) => {
      number.value = slider.value = Math.max(range.low, Math.min(range.high, value));
    };
    const kept = Number(this.#kept.get("amount"));
    this.#kept.delete("amount");
    set(kept >= range.low && kept <= range.high ? kept : range.low);
    slider.addEventListener("input", () => set(slider.value));
    number.addEventListener("input", () => number.value && (slider.value = number.value));
    const go = button(word || "Choose", null, "main");
    go.type = "submit";
    const steps = make("span", "steps");
    for (const step of STEPS) {
      if (range.high - range.low >= step) steps.append(button(`+${step}`, () => set(Number(number.value) + step), "step"));
    }
    if (range.high - range.low > 1) steps.append(button(`all ${range.high}`, () => set(range.high), "step"));
    form.append(number, slider, steps, go);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (prefs.confirm) this.#confirm(path, number.value);
      else this.#finish(this.#textOf(path, number.value));
    });
    this.root.append(form);
    if (focus) number.select();
    return form;
  }

  #confirm(path, amount) {
    this.root.replaceChildren();
    const text = this.#textOf(path, amount);
    const row = make("div", "choices");
    const yes = button(`Yes: ${text}`, () => this.#finish(text), "main");
    row.append(yes, button("No, go back", () => this.#back()));
    this.root.append(make("p", "prompt", "Is that what you want?"), row);
    yes.focus();
  }
}

export function make(name, cls = "", text = "") {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  if (text) node.textContent = text;
  return node;
}

export function button(label, press, cls = "") {
  const node = make("button", cls, label);
  node.type = "button";
  if (press) node.addEventListener("click", press);
  return node;
}
