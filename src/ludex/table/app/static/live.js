// The connection to the server: sends hello, resends unanswered messages, and reconnects automatically.

import { here } from "./where.js";

const LONGEST = 8000;

export class Line extends EventTarget {
  #socket = null;
  #wait = 250;
  #waiting = new Map();
  #later = [];
  #closed = false;

  /** `token` is null for spectators and where a cookie says who it is. */
  constructor(table, token = null) {
    super();
    this.table = table;
    this.token = token;
    this.since = null;
    this.heard = null;
    this.seat = null;
    addEventListener("online", () => this.#connect());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#connect());
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${here(`/tables/${this.table}/live`)}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#send({ type: "hello", token: this.token, since: this.since, chat: this.heard, as: "page", ...(this.seat !== null && { seat: this.seat }) });
      for (const message of this.#waiting.values()) this.#send(message);
      for (const message of this.#later.splice(0)) this.#send(message);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket) return;
      if (event.code >= 4000) this.#closed = true;
      else setTimeout(() => this.#connect(), (this.#wait = Math.min(this.#wait * 2, LONGEST)));
      this.dispatchEvent(new CustomEvent("lost", { detail: { final: this.#closed, reason: event.reason } }));
    });
  }

  #hear(message) {
    this.#wait = 250;
    if (message.type === "state") this.since = message.log;
    if (message.type === "chat") this.heard = message.n;
    if (message.id) this.#waiting.delete(message.id);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  #send(message) {
    if (this.open) this.#socket.send(JSON.stringify(message));
  }

  /** Say something once; while the line is down, when it is up again. */
  say(message) {
    if (this.open) this.#send(message);
    else this.#later.push(message);
  }

  /** Make a move. It is sent again after a lost line until it was answered: its id makes repeats harmless. */
  move(move, number, seat) {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const message = { type: "move", move, number, id, seat };
    this.#waiting.set(message.id, message);
    this.#send(message);
    return message.id;
  }
}
