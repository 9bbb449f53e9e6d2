// After an absence: what happened since this device last showed the table.

import { button, make } from "./parts.js";
import { store, stored } from "./storage.js";

const KEY = "ludex-seen";
const MOST = 100; // tables that are remembered
const SHOWN = 12; // lines in the panel; the log has all
const AWAY = 60_000; // milliseconds behind another tab that count as an absence

const placeOf = ({ table, you }) => `${table} ${you ?? ""}`;
let hidden = null; // since when the page cannot be seen

const read = () => new Map(stored(KEY, []));

/** Remember the last line that was in sight. */
function keep(state) {
  const seen = read();
  seen.delete(placeOf(state));
  seen.set(placeOf(state), state.log);
  store(KEY, [...seen].slice(-MOST));
}

/** Watches what this device has seen of a table. `words` colours names, `toLog` opens the log. */
export class Since {
  #lines = [];
  #state = null;

  constructor(root, words, toLog) {
    this.root = root;
    this.words = words;
    this.toLog = toLog;
    document.addEventListener("visibilitychange", () => this.#turn());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /** Take a new state. `first` is true for the first one that this page shows to these eyes. */
  take(state, first) {
    if (first) this.#lines = [];
    this.#state = state;
    this.#lines.push(...state.events.filter((event) => event.n > (this.#lines.at(-1)?.n ?? 0)));
    const seen = first ? read().get(placeOf(state)) : undefined;
    if (seen !== undefined && seen < state.log && state.status !== "open") this.#show(seen);
    else if (first) this.close();
    if (!document.hidden) keep(state);
  }

  #turn() {
    if (document.hidden) hidden = { at: Date.now(), log: this.#state?.log };
    else if (this.#state && hidden) {
      if (Date.now() - hidden.at > AWAY && hidden.log < this.#state.log) this.#show(hidden.log);
      keep(this.#state);
    }
  }

  #show(seen) {
    const missed = this.#lines.filter((event) => event.n > seen);
    if (!missed.length) return;
    const list = make("ol");
    for (const event of missed.slice(-SHOWN)) {
      const item = make("li", event.type === "Table" ? "soft" : "");
      item.append(...this.words(event));
      list.append(item);
    }
    const count = this.#state.log - seen;
    const row = make("div", "row");
    row.append(button("Close", () => this.close(), "main"));
    if (count > SHOWN) row.append(button(`All ${count} lines`, () => {
      this.close();
      this.toLog();
    }));
    this.root.replaceChildren(Object.assign(make("h2", "", "While you were away"), { id: "since-title" }), list, row);
    this.root.hidden = false;
    list.scrollTop = list.scrollHeight;
  }

  close() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }
}
