// The page of one table.

import { Actions } from "./actions.js";
import { asSentence, remember } from "./api.js";
import { drawAuthor } from "./author.js";
import { nameSeats, sentenceOf } from "./choices.js";
import { setClocks, setCountdown, tick } from "./clocks.js";
import { watchElsewhere } from "./elsewhere.js";
import { drawOutcome } from "./ending.js";
import { keepFocus, restFocus, watchDialogs } from "./focus.js";
import { glide } from "./glide.js";
import { Lesson, READ_FIRST } from "./lesson.js";
import { Line } from "./live.js";
import { drawLobby, sitIfNamed, take } from "./lobby.js";
import { watchMap } from "./map.js";
import { fill, morph } from "./morph.js";
import { drawDraft, emptyDraft } from "./draft.js";
import { withName } from "./names.js";
import { explainNew, watchNewcomer } from "./newcomer.js";
import { callIfTurn } from "./notices.js";
import { drawOrders, drawStanding, leaveLot } from "./orders.js";
import { drawPace, skipTool } from "./pace.js";
import { button, calledOf, decides, make } from "./parts.js";
import { bubble, drawSeats, fitSeats, Panel } from "./panel.js";
import { drawPlayers, fateOf, offering } from "./players.js";
import { prefs } from "./prefs.js";
import { keepCommitment } from "./promises.js";
import { answered, ask, playedBy, redraw, watchPresses } from "./press.js";
import { fitPrompt, showPrompt, watchPrompt } from "./prompt.js";
import { showQuestion } from "./question.js";
import { followRematch, takeWriting } from "./rematch.js";
import { Since } from "./since.js";
import { spoken } from "./spoken.js";
import { watchTableNotices } from "./table_notices.js";
import { watchTips } from "./tips.js";
import { explain, watchArrows } from "./why.js";
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
const showNotices = watchTableNotices(at("table-notices"), () => state);

const say = (message) => line?.say(message);
const speak = (text) => {
  at("speak").textContent = "";
  requestAnimationFrame(() => (at("speak").textContent = spoken(text)));
};

const LATE = "Something changed as you pressed, so nothing was played. Press again if you still want it.";

const actions = new Actions(at("actions"), [at("board"), at("hand")], (text) => {
  if (at("dock").ariaBusy === "true") return; // the first press counts, and is on its way
  refuse("");
  if (state.draft) write({ write: text });
  else if (answered() !== state.number) refuse(LATE);
  else {
    actions.handIn();
    playedBy();
    if (line) busy(line.move(text, state.number, state.you));
    restFocus();
  }
}, (press, begun) => {
  if (lesson?.reading) refuse(READ_FIRST);
  else if (state.you !== null) say({ type: "why", press, begun, seat: state.you });
});

const lesson = Lesson.here(() => {
  redraw(() => keepFocus(() => teach(state, state.waiting.includes(state.you))));
  speak(lesson.text);
});

/** Ask the question of this state, or show the step of a lesson. Return whether the step is a new one. */
function teach(now, mine) {
  lesson?.follow(now);
  refuse("");
  actions.offer(lesson && !lesson.asks ? null : now.options, subjectOf(now, mine), now.remarks, now.lot);
  return lesson?.draw(at("prompt"), at("lesson"));
}

actions.leave = () => {
  actions.handIn();
  leaveLot(state, say);
  restFocus();
};

let written = ""; // the orders that were sent last

/** Write something on the draft, or hand it in. */
function write(message) {
  written = message.write ?? "";
  if (!message.erase) actions.handIn();
  say({ type: "draft", seat: state.you, ...message });
}

const panel = new Panel(document.querySelector(".panel"), (text, to) => say({ type: "say", text, ...(to && { to }) }));

const since = new Since(at("since"), (event) => panel.words(event), () => panel.show("log"));

let sent = null;

/** A move is on its way to the server (null: it was answered). */
function busy(id) {
  sent = id;
  at("dock").ariaBusy = String(id !== null);
}

function refuse(sentence) {
  if (!sentence && at("refusal").hidden) return;
  redraw(() => {
    at("refusal").textContent = asSentence(sentence);
    at("refusal").hidden = !sentence;
  });
}

/** Scroll the hand to what can be played, if nothing of that is in sight. */
function showLit(hand) {
  const lit = [...hand.querySelectorAll(".lit")].map((node) => [node, node.getBoundingClientRect()]);
  const { left, right } = hand.getBoundingClientRect();
  if (lit.length && !lit.some(([, box]) => box.left >= left && box.right <= right)) lit[0][0].scrollIntoView({ block: "nearest", inline: "nearest" });
}

let turn = 0; // counts the decisions that I was done with, as far as this page saw it

/** Return what the player is deciding about: as long as it stays the same, so does everything that was chosen and typed. */
function subjectOf(now, mine) {
  if ((!mine && !now.paused) || now.seats[now.you]?.deputy) turn += 1;
  return `${now.you} ${now.lot ?? ""} ${now.draft?.made ?? ""} ${turn}`;
}

function show(next) {
  const before = state;
  const first = before === null || before.you !== next.you; // other eyes: nothing of what the last ones saw stays
  state = next;
  if (before && first) panel.clear();
  panel.names(next);
  const mine = next.you !== null && next.waiting.includes(next.you) && !next.outcome;
  if (before && (before.number !== next.number || before.you !== next.you)) busy(null);
  const draw = () => {
    panel.tell(next.events);
    drawSeats(at("seats"), next);
    if (!first) for (const event of next.events) bubble(at("seats"), event, next.seats);
    drawPlayers(at("pane-players"), next);
    at("headline").textContent = next.phase || "Waiting for players";
    morph(at("board"), next.board ?? "");
    morph(at("hand"), next.hand ?? "");
    drawLobby(at("lobby"), next, say);
    drawOutcome(at("outcome"), next, next.you === null ? null : () => say({ type: "offer", what: "rematch" }));
    showQuestion(at("question"), next);
    showPrompt(at("prompt"), promptOf(next, mine), mine);
    at("dock").classList.toggle("mine", mine);
    const sameDraft = next.draft && before?.draft?.made === next.draft.made; // others were ready: what was said still counts
    if ((!before || before.number !== next.number) && !sameDraft) refuse("");
    nameSeats(next.seats);
    ask(next.number, () => actions.scene);
    if (lesson) teach(next, mine);
    else actions.offer(next.options, subjectOf(next, mine), next.remarks, next.lot);
    drawDraft(at("draft"), next, write);
    drawOffers(next);
    drawTools(next);
    if (at("more").open) drawPace(at("pace"), next, say);
    fitMap();
    if (!lesson && line) explainNew(at("newcomer"), next, mine);
  };
  const fit = () => { // what asks for sizes comes after all that changes them: the browser lays the page out once
    fitSeats(at("seats"));
    if (!lesson) fitPrompt(at("prompt"));
    panel.fit();
    if (mine) showLit(at("hand"));
  };
  glide(room, () => {
    redraw(() => keepFocus(draw));
    fit();
  }, prefs.motion && !first ? 320 : 0);
  if (line) since.take(next, first);
  setClocks(next.seats, next.you, speak);
  setCountdown(next.countdown);
  if (!first) {
    const said = next.events.map((event) => event.say);
    if (lesson) said.push(lesson.text);
    else if (mine) said.push(promptOf(next, mine));
    if (said.length) speak(said.join(" "));
  }
  callIfTurn(mine, next.phase);
  if (next.you !== null && line && !lesson) remember({ id: next.table, title: document.body.dataset.title, said: next.outcome ? "over" : next.phase });
  if (line) keepCommitment(next.table, next.commitment);
  if (!before) sitIfNamed(next, say);
  if (!before && line) takeWriting(next.table, () => panel.show("chat"));
  followRematch(before, next);
  if (line) drawAuthor(next, line);
  changeSeat(next, before);
  document.body.dataset.ready = String(next.number);
  document.body.dataset.status = next.status;
}

function promptOf(now, mine) {
  if (now.outcome) return "The game is over.";
  if (now.status === "open") return now.seats.some((seat) => seat.ready === false) ? "Waiting until all players are ready." : "Waiting for players to sit down.";
  if (now.paused) return "The game is paused.";
  if (mine && now.prompt) return (now.mine?.length ?? 0) > 1 ? `${calledOf(now.seats[now.you])}: ${now.prompt}` : now.prompt;
  const names = now.waiting.map((seat) => calledOf(now.seats[seat]));
  const last = names.pop();
  return last ? `Waiting for ${names.length ? `${names.join(", ")} and ` : ""}${last}.` : "";
}

/** Switch to the seat that is asked, behind a curtain, if several seats are played on this device. */
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
  at("curtain-name").textContent = `${calledOf(now.seats[next])}, it is your turn.`;
  at("curtain").returnValue = "";
  at("curtain").showModal();
  at("curtain").addEventListener("close", look, { once: true });
}

function drawOffers(now) {
  const words = { undo: "asks to take the last move back", pause: "offers a pause", resume: "would like to resume the game", rematch: "would like to play again", draw: "offers a draw", extension: "asks for more time. Most players must agree" };
  fill(
    at("offers"),
    ...(now.offers ?? []).map((offer) => {
      const row = make("div", "offer");
      row.dataset.part = `offer ${offer.offer}`;
      const text = `${calledOf(now.seats[offer.seat])} ${words[offer.what] ?? offer.what}.${offer.why ? ` ${offer.why}` : ""}`;
      row.append(make("span", "grow", text));
      const agreed = offer.agreed.includes(now.you) || offer.seat === now.you;
      if (now.you === null || agreed) row.append(make("span", "soft", `${offer.agreed.length} agreed so far`));
      else {
        const reply = (yes) => say({ type: "answer", offer: offer.offer, yes, seat: now.you });
        row.append(decides(`agree ${offer.offer}`, "Agree", () => reply(true), "main"), decides(`decline ${offer.offer}`, "Decline", () => reply(false)));
      }
      return row;
    }),
    ...drawStanding(now, say),
    ...freeSeats(now),
  );
}

/** At a table that is being played: seats that players have left, for spectators to take. Players can offer a seat for
 *  which the game waits. */
function freeSeats(now) {
  if (now.status !== "playing") return [];
  return now.seats.filter((seat) => seat.free && (now.you === null || !seat.deputy)).map((seat) => {
    const row = make("div", "offer");
    row.dataset.part = `free ${seat.seat}`;
    const sit = () => withName((name) => take(now.table, seat.seat, name)).catch((error) => refuse(error.message));
    row.append(make("span", "grow", `${calledOf(seat)} ${fateOf(seat)}.`));
    row.append(now.you === null ? decides(`take seat ${seat.seat}`, "Take the seat", sit, "main") : offering());
    return row;
  });
}

function drawTools(now) {
  if (lesson) return;
  const tools = [];
  const asked = now.offers?.some((offer) => offer.what === "resume");
  if (now.paused && now.you !== null && !asked) tools.push(button("Resume", () => say({ type: "resume", seat: now.you }), "main"));
  if (now.you !== null && now.seats[now.you].deputy) tools.push(button("I am back", () => say({ type: "back", seat: now.you }), "main"));
  tools.push(...skipTool(now, say));
  if (now.undo) tools.push(takeBack(now));
  if (now.options && now.hints) tools.push(button("Hint", () => say({ type: "hint", seat: now.you }), "quiet"));
  if (now.you !== null && now.status === "playing") {
    tools.push(button("More", () => {
      drawOrders(at("orders"), state, say);
      drawPace(at("pace"), state, say);
      showWebhook();
      showNotices();
      const draw = at("draw");
      if (draw && now.secret_draws) draw.textContent = "Vote for a draw, in secret";
      at("more-time").hidden = !now.clock?.per_move && !now.clock?.per_player;
      at("elsewhere").querySelector("input").hidden = true;
      at("more").showModal();
    }, "quiet"));
  }
  for (const tool of tools) tool.dataset.part = tool.textContent;
  fill(at("tools"), ...tools);
}

/** Which move is taken back depends on what happened last. */
const takeBack = (now) => decides(`take back ${now.number}`, "Take back", () => say({ type: "undo", seat: now.you }), "quiet");

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
    item.append(make("b", "", sentenceOf(option.tokens)), make("span", "soft", ` – ${option.say ?? ""}`));
    if (option.why) item.append(reason(option.why, options.find((other) => other.move === option.against)));
    list.append(item);
  }
  at("hints").replaceChildren(list);
  at("hint").showModal();
}

/** Why an option is better than another one, as a sentence. */
function reason(why, against) {
  return make("div", "why", `Compared with “${sentenceOf(against.tokens)}”: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
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
  line.addEventListener("accepted", (event) => {
    if (event.detail.id === sent && event.detail.number <= state.number) busy(null); // or else the new position is on its way
    actions.accepted();
  });
  line.addEventListener("done", (event) => {
    if (event.detail.what !== "draft") return;
    actions.accepted();
    emptyDraft(at("draft"), written);
  });
  line.addEventListener("why", (event) => explain(event.detail.sentence, refuse, speak));
  line.addEventListener("chat", (event) => panel.hear(event.detail));
  line.addEventListener("hint", (event) => hint(event.detail));
  line.addEventListener("lost", (event) => {
    at("lost").textContent = event.detail.final ? event.detail.reason || "This table is closed." : "Connection lost. Reconnecting …";
    at("lost").hidden = false;
  });
}

for (const node of document.querySelectorAll("[data-say]")) {
  const label = node.textContent;
  node.dataset.does = label;
  node.closest("dialog")?.addEventListener("close", () => (node.textContent = node.dataset.does = label));
  node.addEventListener("click", () => {
    if (node.dataset.sure && node.textContent === label) return redraw(() => (node.textContent = node.dataset.does = node.dataset.sure));
    node.closest("dialog")?.close();
    say({ ...JSON.parse(node.dataset.say), seat: state.you });
  });
}

new ResizeObserver(() => room.style.setProperty("--hand-height", `${at("hand").offsetHeight}px`)).observe(at("hand"));
watchPrompt(at("prompt"));
watchTips();
watchNewcomer(at("newcomer"));
watchArrows([at("board"), at("hand")]);
watchDialogs();
watchPresses(() => refuse(LATE), () => at("refusal").textContent === LATE && refuse(""));
setInterval(() => tick(state?.you ?? null, speak), 250);
if (still) show(JSON.parse(still.textContent));
else connect();
