// A lesson: the text of a step takes the place of the prompt, what it is about is marked, and a button leads on.
//
// The server knows which stage the table is at, and refuses what does not fit. Inside a stage, the steps that are only
// read are counted here.

import { readPress } from "./choices.js";
import { fill } from "./morph.js";
import { button, make } from "./parts.js";
import { here } from "./where.js";

const REGIONS = { hand: "#hand", board: ".stage", seats: "#seats", actions: "#actions", headline: "#headline" };
export const READ_FIRST = "First read the text, then press Continue.";

export class Lesson {
  #steps;
  #at = 0;
  #place = null;
  #drawn = null;

  /** Return the lesson of this page, or null. `again` is called when the learner has read a step. */
  static here(again) {
    const data = document.getElementById("lesson-steps");
    return data ? new Lesson(JSON.parse(data.textContent), again) : null;
  }

  constructor({ steps }, again) {
    this.#steps = steps;
    this.again = again;
    this.key = `ludex-lesson-${document.body.dataset.table}`;
    this.#at = Number(sessionStorage.getItem(this.key) ?? 0);
    document.body.classList.add("at-lesson");
    document.body.classList.toggle("drafts", steps.some((step) => step.asks === "write"));
  }

  /** Take the place of the table in the lesson from a new state. */
  follow(state) {
    this.#place = state.lesson;
    if (!this.#place) return;
    const { first, last } = this.#place;
    this.#at = Math.min(Math.max(this.#at, first), last);
    const written = state.draft?.moves ?? [];
    while (this.#at < last && this.#step.asks === "write" && written.includes(this.#step.write)) this.#at += 1;
    sessionStorage.setItem(this.key, String(this.#at));
  }

  get #step() {
    return this.#steps[this.#at];
  }

  get #watching() {
    return Boolean(this.#place?.scripting);
  }

  get #over() {
    return this.#at === this.#steps.length - 1 && !this.#step.asks;
  }

  /** Whether the learner has to read on before anything can be pressed. */
  get reading() {
    return !this.#watching && !this.#step.asks;
  }

  /** Whether the options of the game are shown now. */
  get asks() {
    return !this.#watching && Boolean(this.#step.asks);
  }

  /** The text of the step, without marks. */
  get text() {
    return this.#shown.replaceAll("**", "");
  }

  get #shown() {
    return this.#watching ? this.#step.watch || "Watch the other players." : this.#step.text;
  }

  /** Draw the step: its text, the button, and what it is about. */
  draw(prompt, root) {
    prompt.replaceChildren(...this.#shown.split("**").map((part, place) => (place % 2 ? make("b", "", part) : part)));
    prompt.classList.remove("waiting", "long");
    delete prompt.dataset.tip;
    root.hidden = false;
    const count = make("span", "soft small lesson-count", `Step ${this.#at + 1} of ${this.#steps.length}`);
    const bar = make("progress");
    Object.assign(bar, { max: this.#steps.length, value: this.#at + 1 });
    bar.setAttribute("aria-label", "Progress of the lesson");
    fill(root, ...(this.#over ? ends() : this.reading ? [this.#continue()] : []), bar, count);
    document.body.dataset.lesson = this.#watching ? "watch" : this.reading ? "read" : this.#step.asks;
    this.#point();
    const id = `${this.#at} ${this.#watching}`;
    const fresh = this.#drawn !== id;
    this.#drawn = id;
    if (fresh) prompt.closest(".dock").scrollTop = 0; // where the text begins
    if (fresh && !this.#watching) (root.querySelector(".main") ?? prompt).focus({ preventScroll: true });
    return fresh || this.#watching;
  }

  #continue() {
    const node = button("Continue", () => {
      this.#at += 1;
      sessionStorage.setItem(this.key, String(this.#at));
      this.again();
    }, "main");
    node.dataset.part = `continue ${this.#at}`;
    return node;
  }

  #point() {
    for (const node of document.querySelectorAll(".pointed")) node.classList.remove("pointed");
    if (this.#watching) return;
    const found = this.#step.look.flatMap(elementsOf);
    for (const node of found) node.classList.add("pointed");
    found.find((node) => node.closest("#board, #hand"))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Return the elements that a word of a lesson stands for: a region, a button, or things with these tokens. */
function elementsOf(look) {
  if (REGIONS[look]) return [...document.querySelectorAll(REGIONS[look])];
  const does = look.startsWith("do:") && look.slice(3);
  if (does) return [...document.querySelectorAll("[data-does], [data-move]")].filter((node) => [node.dataset.does, node.dataset.move].includes(does));
  const things = [...document.querySelectorAll("#board [data-press], #hand [data-press]")];
  return things.filter((node) => node.dataset.press === look || readPress(node.dataset.press).some((tokens) => tokens.join("|") === look));
}

/** The end of a lesson: what comes next. */
function ends() {
  const game = document.body.dataset.game;
  const play = make("a", "button main", "Play a game");
  play.href = here(`/games/${game}`);
  const other = make("a", "button", "Learn another game");
  other.href = here("/learn");
  const again = make("form");
  again.method = "post";
  again.action = here(`/learn/${game}`);
  again.append(make("button", "", "Once more"));
  for (const [place, node] of [play, other, again].entries()) node.dataset.part = `end ${place}`;
  return [play, other, again];
}
