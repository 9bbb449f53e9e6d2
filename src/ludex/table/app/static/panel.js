// The side panel: what happened, what people say, who plays, the rules.

import { Log } from "./log.js";
import { fill } from "./morph.js";
import { calledOf, make, personOf } from "./parts.js";
import { hideMuted } from "./peace.js";

export class Panel {
  #names = [];
  #called = new Map(); // seats that have a role, by their numbers
  #talk = 0;
  #latest = 0;

  constructor(root, say) {
    this.root = root;
    this.tabs = [...root.querySelectorAll("[role=tab]")];
    this.log = new Log(root.querySelector(".log"), (event) => this.words(event));
    this.chat = root.querySelector(".talk");
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.choose(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = this.tabs[(this.tabs.indexOf(tab) + step + this.tabs.length) % this.tabs.length];
        this.choose(next);
        next.focus();
      });
    }
    const form = root.querySelector(".chat form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = form.elements.text.value.trim();
      const to = form.elements.to?.value ?? "";
      if (text) say(text, to === "" ? null : to.split(",").map(Number));
      form.elements.text.value = "";
    });
    for (const opener of document.querySelectorAll("[data-panel]")) {
      opener.addEventListener("click", () => {
        const wanted = this.tabs.find((tab) => tab.dataset.tab === opener.dataset.panel) ?? this.tabs[0];
        const again = root.classList.contains("open") && wanted.getAttribute("aria-selected") === "true";
        root.classList.toggle("open", !again);
        if (!again) this.choose(wanted);
      });
    }
    document.addEventListener("keydown", (event) => event.key === "Escape" && root.classList.remove("open"));
    document.querySelector(".play").addEventListener("pointerdown", () => root.classList.remove("open"));
  }

  choose(tab) {
    for (const one of this.tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (tab.dataset.tab === "chat") {
      this.#talk = 0;
      this.#count();
    }
    this.log.showNewest();
    this.#end(this.chat);
  }

  /** Show a part of the panel, and open the panel where it is a sheet. */
  show(name) {
    const tab = this.tabs.find((one) => one.dataset.tab === name);
    this.root.classList.add("open");
    this.choose(tab);
    tab.focus();
  }

  /** Who sits where, to colour names, and to whom can be written where the table allows that. */
  names(state) {
    const silent = state.press === "none" && !state.outcome;
    this.chat.nextElementSibling.hidden = state.you === null || silent;
    const notice = document.getElementById("no-talk");
    notice.hidden = !this.chat.nextElementSibling.hidden;
    if (silent) notice.textContent = "Players cannot write to one another before the game is over.";
    const seats = state.seats.filter((seat) => seat.name);
    const to = this.root.querySelector("[name=to]");
    if (to) {
      to.hidden = state.press !== "full" || state.you === null;
      const others = seats.filter((seat) => seat.seat !== state.you && seat.kind === "person");
      if (!to.hidden && to.options.length !== others.length + 1) {
        to.replaceChildren(new Option("to all", ""), ...others.map((seat) => new Option(`to ${calledOf(seat)}`, String(seat.seat))));
      }
    }
    this.#called = new Map(state.seats.filter((seat) => seat.role).map((seat) => [seat.seat, seat.role]));
    this.#names = seats.flatMap((seat) => [seat.role, seat.name].filter(Boolean).map((name) => ({ seat: seat.seat, name }))).sort((a, b) => b.name.length - a.name.length);
  }

  /** Clear the log and the chat. They are sent again for the new viewer. */
  clear() {
    this.log.clear();
    this.chat.replaceChildren();
  }

  /** Add what happened. What stands there already is not told again. */
  tell(events) {
    this.log.tell(events);
  }

  /** Show the newest line, once the page is drawn. */
  fit() {
    this.log.fit();
  }

  /** Add a line of the chat. */
  hear(message) {
    const item = make("li");
    const who = make("b", "chip", this.#called.get(message.seat) ?? message.name);
    if (message.seat !== null && message.seat !== undefined) who.classList.add(`s${message.seat % 8}`);
    item.append(who, message.to ? make("span", "soft", " (to some)") : "", ` ${message.text}`);
    item.dataset.seat = message.seat;
    this.chat.append(item);
    hideMuted(this.chat, document.body.dataset.table);
    if (item.hidden) return;
    this.#end(this.chat);
    const tab = this.tabs.find((one) => one.dataset.tab === "chat");
    const read = tab.getAttribute("aria-selected") === "true" && tab.getClientRects().length && getComputedStyle(tab).visibility === "visible";
    if (!read && message.at > this.#latest) {
      this.#talk += 1;
      this.#count();
    }
    this.#latest = Math.max(this.#latest, message.at);
  }

  /** Show the number of unread lines: on the tab, and on a phone on the button that opens it. */
  #count() {
    for (const node of document.querySelectorAll("[data-tab=chat], [data-panel=chat]")) {
      node.querySelector(".count")?.remove();
      if (this.#talk) node.append(make("span", "count", String(this.#talk)));
    }
  }

  /** Return an event's sentence as nodes, with the names in the colours of their seats. */
  words(event) {
    const role = this.#called.get(event.seat);
    const parts = [];
    let rest = role && !event.say.includes(role) ? `${role}: ${event.say}` : event.say;
    while (rest) {
      let first = null;
      for (const { seat, name } of this.#names) {
        const at = rest.search(new RegExp(`(?<![\\p{L}\\d])${RegExp.escape?.(name) ?? escapeText(name)}(?![\\p{L}\\d])`, "u"));
        if (at >= 0 && (!first || at < first.at)) first = { at, seat, name };
      }
      if (!first) break;
      parts.push(rest.slice(0, first.at), make("b", `chip s${first.seat % 8}`, first.name));
      rest = rest.slice(first.at + first.name.length);
    }
    return [...parts, rest];
  }

  #end(list) {
    const tab = list?.closest(".tab");
    if (tab) tab.scrollTop = tab.scrollHeight;
  }
}

const escapeText = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The seats above the board. Once the page is drawn, `fitSeats` shows who is to move. */
export function drawSeats(root, state) {
  const items = state.seats.map((seat) => {
    const item = make("li", `s${seat.seat % 8}`);
    item.dataset.seat = seat.seat;
    item.dataset.key = `seat-${seat.seat}`;
    item.classList.toggle("turn", state.waiting.includes(seat.seat));
    item.classList.toggle("me", seat.seat === state.you);
    item.classList.toggle("away", seat.kind === "person" && !seat.here);
    const who = make("span", "who chip", calledOf(seat) || (seat.free ? "free seat" : `seat ${seat.seat + 1}`));
    item.append(make("span", "dot"), who);
    if (personOf(seat)) item.append(make("span", "person soft small", personOf(seat)));
    if (seat.clock) item.append(make("span", "clock"));
    const turn = state.waiting.includes(seat.seat) ? ", to move" : "";
    const here = seat.kind === "person" && !seat.here ? ", away" : "";
    if (seat.bot || seat.deputy) item.append(make("span", seat.bot ? "soft small kind" : "soft small", seat.bot || (seat.deputy === "civil-disorder" ? "civil disorder" : `${seat.deputy} plays`)));
    else if (seat.free && seat.sat) item.append(make("span", "soft small", "open seat"));
    item.append(make("span", "unseen", `${turn}${here}`));
    return item;
  });
  fill(root, ...items);
}

/** Scroll to the player who is to move if not all seats fit on the screen, and keep the bubbles in sight. */
export function fitSeats(root) {
  showTurn(root);
  fitBubbles(root);
}

function showTurn(root) {
  const turn = root.querySelector(".turn");
  if (!turn || root.scrollWidth <= root.clientWidth) return;
  const [seat, frame] = [turn.getBoundingClientRect(), root.getBoundingClientRect()];
  if (seat.left < frame.left) root.scrollLeft += seat.left - frame.left - 8;
  else if (seat.right > frame.right) root.scrollLeft += seat.right - frame.right + 8;
}

/** Show what a player has just done, as a bubble at their seat. */
export function bubble(root, event, seats) {
  const name = seats[event.seat] && calledOf(seats[event.seat]);
  const seat = root.querySelector(`[data-seat="${event.seat}"]`);
  if (!seat || !name || !event.say.startsWith(`${name} `)) return;
  const words = event.say.slice(name.length + 1).replace(/\.$/, "");
  if (words.length > 32) return;
  seat.querySelector(".said")?.remove();
  const said = make("span", "said", words);
  said.setAttribute("aria-hidden", "true");
  seat.append(said);
  setTimeout(() => said.remove(), 2600);
}

/** Keep bubbles on the screen, and leave out those that would cover others: the log has them. */
function fitBubbles(root) {
  const bubbles = [...root.querySelectorAll(".said")];
  if (!bubbles.length) return;
  const right = root.getBoundingClientRect().right;
  for (const said of bubbles.filter((one) => one.getBoundingClientRect().right > right)) said.classList.add("leftwards");
  let next = Infinity;
  for (const said of bubbles.reverse()) {
    const box = said.getBoundingClientRect();
    if (said.scrollWidth > said.clientWidth || box.right > next) said.remove();
    else next = box.left;
  }
}
