// The log: chapters (rounds, hands, years), and in them sections (turns, lots, tricks). Old ones are folded.

import { make } from "./parts.js";

const NEAR = 40; // pixels from the end at which a reader still follows the newest line

export class Log {
  #words;
  #told = 0;
  #chapter = null; // the chapter that is being written
  #section = null; // the list that lines are added to
  #closing = null; // the line that closes the section, until the next move begins
  #behind = false; // whether the newest line was added and is not in sight yet

  /** `words` turns an event into nodes, with coloured names. */
  constructor(root, words) {
    this.root = root;
    this.#words = words;
  }

  /** The number of the last line. */
  get told() {
    return this.#told;
  }

  /** Remove all lines. They are sent again for the new viewer. */
  clear() {
    this.#told = 0;
    this.#chapter = this.#section = this.#closing = null;
    this.root.replaceChildren();
  }

  /** Add what happened. What stands there already is not told again. Once the page is drawn, `fit` shows the newest line. */
  tell(events) {
    const fresh = events.filter((event) => event.n > this.#told);
    if (!fresh.length) return;
    this.#behind = this.#behind || this.#follows();
    for (const event of fresh) this.#add(event);
  }

  /** Scroll to the newest line, if the reader followed it. */
  fit() {
    if (this.#behind) this.showNewest();
    this.#behind = false;
  }

  #add(event) {
    if (event.n > this.#told + 1 && this.#chapter) this.#fold(); // lines are missing in between
    this.#told = event.n;
    if (this.#closing && !event.more) this.#fold();
    if (!this.#chapter) this.#begin(event.chapter ?? document.body.dataset.first);
    else if (event.chapter && !this.#chapter.dataset.title) this.#name(event.chapter);
    else if (event.chapter && event.chapter !== this.#chapter.dataset.title) this.#begin(event.chapter);
    if (event.opens) this.#fold();
    const line = make(event.opens ? "span" : "li", `line${event.type === "Table" ? " soft" : ""}`);
    line.append(...this.#words(event));
    line.dataset.n = event.n;
    if (event.opens) return this.#open(line);
    this.#list().append(line);
    if (event.closes) this.#closing = line;
  }

  /** Begin a chapter, and fold the last one, unless it is being read. */
  #begin(title) {
    this.#fold();
    if (this.#chapter && !this.#chapter.matches("[data-read], :focus-within")) this.#chapter.open = false;
    this.#chapter = make("details", "chapter");
    this.#chapter.open = true;
    const summary = make("summary");
    summary.append(make("h2"));
    summary.addEventListener("click", ({ currentTarget }) => {
      currentTarget.parentElement.toggleAttribute("data-read", !currentTarget.parentElement.open); // opened by hand: it stays
    });
    this.#chapter.append(summary);
    this.#name(title);
    this.root.append(this.#chapter);
  }

  /** Give the chapter its title. The first one may be without until an event announces it. */
  #name(title) {
    this.#chapter.dataset.title = title;
    this.#chapter.querySelector("h2").textContent = title || "The beginning";
  }

  /** The list for the next line. */
  #list() {
    if (!this.#section) {
      this.#section = make("ol");
      this.#chapter.append(this.#section);
    }
    return this.#section;
  }

  /** Begin a section that has its title from its first line. It is folded when the next one begins. */
  #open(line) {
    const part = this.#part(line);
    part.open = true;
    this.#section = make("ol");
    part.append(this.#section);
    this.#chapter.append(part);
  }

  /** End the section. If it has a title, it is folded under it. */
  #fold() {
    const [list, title] = [this.#section, this.#closing];
    this.#section = this.#closing = null;
    if (!list) return;
    const opened = list.closest(".part");
    if (opened && !opened.matches("[data-read], :focus-within")) opened.open = false;
    if (opened && !list.children.length) opened.replaceWith(plain(opened));
    if (!title || list.children.length < 2 || opened) return;
    const said = make("span", "line");
    said.dataset.n = title.dataset.n;
    said.append(...title.childNodes);
    title.remove();
    const part = this.#part(said);
    list.replaceWith(part);
    part.append(list);
  }

  #part(title) {
    const part = make("details", "part");
    const summary = make("summary");
    summary.append(title);
    summary.addEventListener("click", () => part.toggleAttribute("data-read", !part.open));
    part.append(summary);
    return part;
  }

  /** Return whether the newest line is in sight, or there is none yet. */
  #follows() {
    const pane = this.root.closest(".tab");
    return !this.root.children.length || !pane.clientHeight || pane.scrollHeight - pane.scrollTop - pane.clientHeight < NEAR;
  }

  showNewest() {
    const pane = this.root.closest(".tab");
    pane.scrollTop = pane.scrollHeight;
  }
}

/** A section with nothing in it is a line. */
function plain(part) {
  const [list, item] = [make("ol"), make("li", "line")];
  const title = part.querySelector(".line");
  item.dataset.n = title.dataset.n;
  item.append(...title.childNodes);
  list.append(item);
  return list;
}
