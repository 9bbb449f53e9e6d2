// The page of one table.

import { Actions, button, make } from "./actions.js";
import { asSentence, remember } from "./api.js";
import { drawAuthor } from "./author.js";
import { nameSeats } from "./choices.js";
import { setClocks, setCountdown, tick } from "./clocks.js";
import { watchElsewhere } from "./elsewhere.js";
import { keepFocus, restFocus, watchDialogs } from "./focus.js";
import { glide } from "./glide.js";
import { Line } from "./live.js";
import { drawLobby, sitIfNamed, take } from "./lobby.js";
import { watchMap } from "./map.js";
import { morph } from "./morph.js";
import { drawDraft } from "./draft.js";
import { callIfTurn } from "./notices.js";
import { drawOrders, drawStanding } from "./orders.js";
import { bubble, drawOutcome, drawSeats, fitBubbles, Panel } from "./panel.js";
import { drawPlayers } from "./players.js";
import { prefs } from "./prefs.js";
import { showQuestion } from "./question.js";
import { watchTips } from "./tips.js";
import { watchWebhook } from "./webhook.js";

const at = (id) => document.getElementById(id);
const room = document.querySelector(".room");
const still = at("still");
const fitMap = watchMap(document.querySelector(".stage"));
let state = null;
let line = null;
let asked = null;
watchElsewhere(at("elsewhere"), () => state);
const showWebhook = watchWebhook(at("webhook"), () => state);

const say = (message) => line?.say(message);
const speak = (text) => {
  at("speak").textContent = "";
  requestAnimationFrame(() => (at("speak").textContent = text));
};

const actions = new Actions(at("actions"), [at("board"), at("hand")], (text) => {
  if (at("dock").ariaBusy === "true") return; // the first press counts, and is on its way
  refuse("");
  if (state.draft) return say({ type: "draft", write: text, seat: state.you });
  if (line) busy(line.move(text, state.number, state.you));
  restFocus();
});
const panel = new Panel(document.querySelector(".panel"), (text, to) => say({ type: "say", text, ...(to && { to }) }));

let sent = null;

/** A move is on its way to the server (null: it was answered). */
function busy(id) {
  sent = id;
  at("dock").ariaBusy = String(id !== null);
}

function refuse(sentence) {
  at("refusal").textContent = asSentence(sentence);
  at("refusal").hidden = !sentence;
}

function show(next) {
  const before = state;
  const first = before === null || before.you !== next.you; // other eyes: nothing of what the last ones saw stays
  state = next;
  if (before && first) panel.clear();
  panel.names(next);
  const mine = next.you !== null && next.waiting.includes(next.you) && !next.outcome;
  if (before && before.number !== next.number) busy(null);
  const draw = () => {
    drawSeats(at("seats"), next);
    drawPlayers(at("pane-players"), next);
    at("headline").textContent = next.phase;
    morph(at("board"), next.board ?? "");
    morph(at("hand"), next.hand ?? "");
    drawLobby(at("lobby"), next, say);
    drawOutcome(at("outcome"), next, next.you === null ? null : () => say({ type: "offer", what: "rematch" }));
    showQuestion(at("question"), next);
    at("prompt").textContent = promptOf(next, mine);
    at("prompt").classList.toggle("waiting", !mine);
    at("dock").classList.toggle("mine", mine);
    if (!before || before.number !== next.number) refuse("");
    nameSeats(next.seats);
    actions.offer(next.options, next.number);
    drawDraft(at("draft"), next, say);
    drawOffers(next);
    drawTools(next);
    fitMap();
  };
  glide(room, () => keepFocus(draw), prefs.motion && !first ? 320 : 0);
  panel.tell(next.events);
  setClocks(next.seats, next.you, speak);
  setCountdown(next.countdown);
  if (!first) {
    for (const event of next.events) bubble(at("seats"), event, next.seats);
    fitBubbles(at("seats"));
    const said = next.events.map((event) => event.say);
    if (mine) said.push(promptOf(next, mine));
    if (said.length) speak(said.join(" "));
  }
  callIfTurn(mine, next.phase);
  if (next.you !== null && line) remember({ id: next.table, title: document.body.dataset.title, said: next.outcome ? "over" : next.phase });
  if (!before) sitIfNamed(next, say);
  if (line) drawAuthor(next, line);
  changeSeat(next, before);
  document.body.dataset.ready = String(next.number);
  document.body.dataset.status = next.status;
}

function promptOf(now, mine) {
  if (now.outcome) return "The game is over.";
  if (now.status === "open") return "Waiting for players to sit down.";
  if (now.paused) return "The game is paused.";
  if (mine) return (now.mine?.length ?? 0) > 1 ? `${now.seats[now.you].name}, it is your turn.` : "It is your turn.";
  const names = now.waiting.map((seat) => now.seats[seat].name);
  const last = names.pop();
  return last ? `Waiting for ${names.length ? `${names.join(", ")} and ` : ""}${last}.` : "";
}

/** Where several seats are played on this device: go to the one that is asked, behind a curtain. */
function changeSeat(now, before) {
  if ((now.mine?.length ?? 0) < 2 || now.waiting.includes(now.you)) return;
  if (now.sandbox && before?.waiting.join() === now.waiting.join()) return; // an author looks through other eyes
  const next = now.mine.find((seat) => now.waiting.includes(seat));
  if (next === undefined || asked === next) return;
  asked = next;
  const look = () => {
    asked = null;
    if (line) line.seat = next;
    say({ type: "look", seat: next });
  };
  if (now.sandbox) return look();
  at("curtain-name").textContent = `${now.seats[next].name}, it is your turn.`;
  at("curtain").returnValue = "";
  at("curtain").showModal();
  at("curtain").addEventListener("close", look, { once: true });
}

function drawOffers(now) {
  const words = { undo: "asks to take the last move back", pause: "offers a pause", rematch: "would like to play again", draw: "offers a draw" };
  at("offers").replaceChildren(
    ...(now.offers ?? []).map((offer) => {
      const row = make("div", "offer");
      const text = `${now.seats[offer.seat].name} ${words[offer.what] ?? offer.what}.${offer.why ? ` ${offer.why}` : ""}`;
      row.append(make("span", "grow", text));
      const agreed = offer.agreed.includes(now.you) || offer.seat === now.you;
      if (now.you === null || agreed) row.append(make("span", "soft", `${offer.agreed.length} agreed so far`));
      else {
        const reply = (yes) => say({ type: "answer", offer: offer.offer, yes, seat: now.you });
        row.append(button("Agree", () => reply(true), "main"), button("Decline", () => reply(false)));
      }
      return row;
    }),
    ...drawStanding(now, say),
    ...freeSeats(now),
  );
}

/** At a table that is being played: seats that somebody left, for whoever looks on. */
function freeSeats(now) {
  if (now.you !== null || now.status !== "playing") return [];
  return now.seats.filter((seat) => seat.free).map((seat) => {
    const row = make("div", "offer");
    const sit = () => take(now.table, seat.seat, prefs.name || "Guest").catch((error) => refuse(error.message));
    row.append(make("span", "grow", `${seat.name} has left, and a bot plays on.`), button("Take the seat", sit, "main"));
    return row;
  });
}

function drawTools(now) {
  const tools = [];
  if (now.paused && now.you !== null) tools.push(button("Go on", () => say({ type: "resume", seat: now.you }), "main"));
  if (now.you !== null && now.seats[now.you].deputy) tools.push(button("I am back", () => say({ type: "back", seat: now.you }), "main"));
  if (now.undo) tools.push(button("Take back", () => say({ type: "undo", seat: now.you }), "quiet"));
  if (now.options && now.hints) tools.push(button("Hint", () => say({ type: "hint", seat: now.you }), "quiet"));
  if (now.you !== null && now.status === "playing") {
    tools.push(button("More", () => {
      drawOrders(at("orders"), state, say);
      showWebhook();
      at("elsewhere").querySelector("input").hidden = true;
      at("more").showModal();
    }, "quiet"));
  }
  at("tools").replaceChildren(...tools);
}

function refused({ code, sentence }) {
  refuse(sentence);
  if (code === "needs-consent") {
    at("refusal").append(" ", button("Ask the others", () => {
      refuse("");
      say({ type: "undo", ask: true, seat: state.you });
    }));
  }
}

function hint({ options }) {
  const list = make("ol", "hints");
  for (const option of options.slice(0, 6)) {
    const item = make("li");
    item.append(make("b", "", option.move), make("span", "soft", `  ${option.say ?? ""}`));
    list.append(item);
  }
  at("hints").replaceChildren(list);
  at("hint").showModal();
}

function connect() {
  line = new Line(document.body.dataset.table);
  line.addEventListener("state", (event) => {
    at("lost").hidden = true;
    show(event.detail);
  });
  line.addEventListener("refused", (event) => {
    if (event.detail.id && event.detail.id === sent) busy(null);
    refused(event.detail);
  });
  line.addEventListener("accepted", (event) => event.detail.id === sent && busy(null));
  line.addEventListener("chat", (event) => panel.hear(event.detail));
  line.addEventListener("hint", (event) => hint(event.detail));
  line.addEventListener("lost", (event) => {
    at("lost").textContent = event.detail.final ? event.detail.reason || "This table has closed." : "The line is down. Trying again …";
    at("lost").hidden = false;
  });
}

for (const node of document.querySelectorAll("[data-say]")) {
  const label = node.textContent;
  node.closest("dialog")?.addEventListener("close", () => (node.textContent = label));
  node.addEventListener("click", () => {
    if (node.dataset.sure && node.textContent === label) return (node.textContent = node.dataset.sure);
    node.closest("dialog")?.close();
    say({ ...JSON.parse(node.dataset.say), seat: state.you });
  });
}

watchTips();
watchDialogs();
setInterval(() => tick(state?.you ?? null, speak), 250);
if (still) show(JSON.parse(still.textContent));
else connect();
