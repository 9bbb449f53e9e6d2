// The review of a finished game: curves, the moments that decided, and playing on from them.

import { button, make } from "./parts.js";
import { asSentence, call } from "./api.js";

const POLL = 1000;

export class Review {
  #timer = 0;
  #started = false;
  #at = [0, 0];

  constructor(root, table, jump, playOn) {
    this.path = `/api/tables/${table}/review?as=page`;
    this.jump = jump;
    this.playOn = playOn;
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.parts.start.addEventListener("click", () => this.#start());
  }

  /** Find out whether there is a review, or one is being made. */
  look() {
    return this.#ask("GET");
  }

  #start() {
    this.#started = true;
    this.parts.start.hidden = true;
    return this.#ask("POST");
  }

  async #ask(method) {
    clearTimeout(this.#timer);
    try {
      this.#show(await call(method, this.path, method === "POST" ? {} : undefined));
    } catch (error) {
      this.#tell(asSentence(error.message));
      this.parts.progress.hidden = true;
      this.parts.start.hidden = !this.#started;
    }
  }

  #show(told) {
    const { progress, start } = this.parts;
    progress.hidden = told.status !== "working";
    progress.value = told.done;
    start.hidden = told.status !== "none";
    if (told.status === "done") return this.#draw(told.page);
    if (told.status === "working") {
      this.#tell(told.done ? `${Math.round(100 * told.done)} % done …` : "The review begins soon …");
      this.#timer = setTimeout(() => this.look(), POLL);
    } else {
      this.#tell(this.#started ? "The review could not be made. Try again." : "See how every player’s chances changed, which moves decided the game, and what would have been better.");
    }
  }

  // The status is read out, so it changes only if its words do.
  #tell(text) {
    if (this.parts.state.textContent !== text) this.parts.state.textContent = text;
  }

  #draw(page) {
    const { chart, legend, moments, about, curves, decided } = this.parts;
    this.#tell(page.moments.length ? "" : "No move cost much, and no turn stands out.");
    chart.innerHTML = page.chart;
    legend.innerHTML = page.legend;
    about.textContent = page.about;
    moments.replaceChildren(...page.moments.map((moment) => this.#moment(moment)));
    curves.hidden = false;
    decided.hidden = !page.moments.length;
    this.follow(...this.#at);
  }

  #moment(moment) {
    const item = make("li", `moment-card s${moment.seat % 8}`);
    item.innerHTML = moment.html;
    const row = make("div", "row");
    const shown = button("Show this move", () => this.jump(moment.before, moment.seat));
    const on = button("Play on from here", () => this.playOn(moment.before));
    for (const one of [shown, on]) one.setAttribute("aria-label", `${one.textContent}: ${moment.label}`);
    shown.dataset.before = moment.before;
    row.append(shown, on);
    item.append(row);
    return item;
  }

  /** Mark the move that is shown on the curves. */
  follow(now, last) {
    this.#at = [now, last];
    const mark = this.parts.chart.querySelector(".now");
    if (!mark) return;
    const width = mark.ownerSVGElement.viewBox.baseVal.width;
    const [left, right] = [Number(mark.dataset.left), Number(mark.dataset.right)];
    const x = left + (now / (last + 1)) * (width - left - right);
    mark.setAttribute("x1", x);
    mark.setAttribute("x2", x);
  }
}
