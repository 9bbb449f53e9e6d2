// An amount: a number that stays as it was typed, a slider, quick steps, and a button that says what it does.

import { button, make } from "./parts.js";

const STEPS = [1, 5, 10];

/** Read a typed amount: a number in a range, or the problem with it. `became`: it was right when it was typed. */
export function readAmount(typed, { low, high }, became = false) {
  const text = typed.normalize("NFKC").trim();
  const now = became ? " now" : "";
  if (!text) return { problem: `${low} to ${high}` };
  if (!/^[-+]?\d+$/.test(text)) return { problem: "whole numbers only" };
  if (Number(text) < low) return { problem: `too low${now}: at least ${low}` };
  if (Number(text) > high) return { problem: `too high${now}: at most ${high}` };
  return { value: Number(text) };
}

/** The amounts of one decision. What was typed for each of them stays until the decision is made. */
export class Amounts {
  #typed = new Map();
  touches = 0; // how often the player has chosen an amount

  clear() {
    this.#typed.clear();
  }

  /** Whether something stands in the field of an amount. */
  has = (id) => this.#typed.has(id);

  /** The number that was typed, if it can be played. */
  valueOf = (range) => readAmount(this.#typed.get(range.id)?.text ?? "", range).value;

  /** The form of an amount. `say` gives the button's words for a number, `does` the move, `play` plays it. */
  draw(old, range, { word, say, does, play }) {
    const dragged = old?.querySelector("input[type=range]:active");
    const form = make("form", "amount");
    form.dataset.part = `amount ${range.id}`;
    form.noValidate = true;
    const number = make("input", "number");
    Object.assign(number, { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 12 });
    const slider = make("input");
    Object.assign(slider, { type: "range", min: dragged?.min ?? range.low, max: dragged?.max ?? range.high, step: 1, tabIndex: -1 });
    slider.setAttribute("aria-hidden", "true");
    const limits = make("span", "limits");
    limits.id = "limits";
    const go = button("", null, "main");
    go.type = "submit";
    const attributes = { role: "spinbutton", "aria-label": word || "amount", "aria-valuemin": range.low, "aria-valuemax": range.high, "aria-describedby": limits.id };
    for (const [name, value] of Object.entries(attributes)) number.setAttribute(name, value);
    if (!this.#typed.has(range.id)) {
      this.#typed.set(range.id, { text: String(range.low), right: true, steps: STEPS.filter((step) => range.high - range.low >= step) });
    }
    form.append(number, slider, this.#steps(range), limits, go);
    const words = { say, does };
    form.oninput = (event) => this.#touch(event.currentTarget, range, words, event.target.value);
    form.onclick = (event) => {
      const by = event.target.closest("[data-step]")?.dataset.step;
      if (by) this.#touch(event.currentTarget, range, words, String(this.#stepped(range, Number(by))));
    };
    number.onkeydown = (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#touch(event.currentTarget.form, range, words, String(this.#stepped(range, by)));
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      const value = this.valueOf(range);
      if (value === undefined) event.currentTarget.querySelector(".number").focus();
      else play(value);
    };
    this.#mark(form, range, words);
    return form;
  }

  /** Fill in what was typed, in the form that is on the page now. */
  show(form, range) {
    const { text } = this.#typed.get(range.id);
    const number = form.querySelector(".number");
    if (number.value !== text) number.value = text;
    const slider = form.querySelector("[type=range]");
    const value = this.valueOf(range);
    if (value !== undefined && !slider.matches(":active")) slider.value = value;
  }

  /** Quick steps. Those of the first drawing stay, so that nothing moves under a finger when the range shrinks. */
  #steps({ id, low, high }) {
    const steps = make("span", "steps");
    const add = (part, label, by, off = false) => {
      const step = button(label, null, "step");
      Object.assign(step.dataset, { step: by, part });
      step.setAttribute("aria-disabled", String(off));
      steps.append(step);
    };
    add("least", `least ${low}`, -Infinity);
    for (const by of this.#typed.get(id).steps) add(`+${by}`, `+${by}`, by, high - low < by);
    add("all", `all ${high}`, Infinity);
    return steps;
  }

  /** A step from what was typed; what is not a number counts as less than the least. */
  #stepped({ id, low, high }, by) {
    const typed = readAmount(this.#typed.get(id).text, { low: -Infinity, high: Infinity }).value ?? low - 1;
    return Math.max(low, Math.min(high, typed + by));
  }

  /** The player has chosen an amount, in whatever way. */
  #touch(form, range, words, text) {
    this.touches += 1;
    Object.assign(this.#typed.get(range.id), { text, right: readAmount(text, range).value !== undefined });
    this.#mark(form, range, words);
    this.show(form, range);
  }

  /** Say what can be typed, or what is wrong with what was typed; and on the button what it does. */
  #mark(form, range, { say, does }) {
    const { text, right } = this.#typed.get(range.id);
    const { value, problem } = readAmount(text, range, right);
    const wrong = value === undefined;
    const [number, limits, go] = [".number", ".limits", ".main"].map((one) => form.querySelector(one));
    number.setAttribute("aria-invalid", String(wrong && text.trim() !== ""));
    number.setAttribute("aria-valuenow", wrong ? "" : value);
    number.setAttribute("aria-valuetext", text);
    limits.textContent = problem ?? `${range.low} to ${range.high}`;
    limits.classList.toggle("bad", wrong && text.trim() !== "");
    go.textContent = say(wrong ? "…" : value);
    go.dataset.does = wrong ? "" : does(value);
    go.setAttribute("aria-disabled", String(wrong));
  }
}
