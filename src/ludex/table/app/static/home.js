// Home and games: play now, games of this device, tables to join or watch.

import { call, complain, forget, makeTable, myGames } from "./api.js";
import { watchBoards } from "./boards.js";
import { watchFilters } from "./filters.js";
import { withName } from "./names.js";
import { button, make } from "./parts.js";
import { keepEntropy, newEntropy } from "./promises.js";
import { store, stored } from "./storage.js";
import { here } from "./where.js";

for (const node of document.querySelectorAll("[data-play]")) {
  node.addEventListener("click", () => {
    const bots = Array.from({ length: Number(node.dataset.seats) - 1 }, () => ({ kind: "bot", bot: node.dataset.bot }));
    const play = (name) => makeTable({ game: node.dataset.play, seats: [{ kind: "person", name }, ...bots] });
    press(node, play);
  });
}

for (const node of document.querySelectorAll("[data-match]")) {
  node.addEventListener("click", () => {
    press(node, (name) => findPlayer(node.dataset.match, name));
  });
}

/** Do something with the player's name. The button rests meanwhile. */
async function press(node, work) {
  try {
    node.disabled = true;
    if ((await withName(work)) === null) node.disabled = false;
  } catch (error) {
    node.disabled = false;
    complain(error);
  }
}

/** Join a player who waits for an opponent at this game, or wait for one. Bots fill the remaining seats. */
async function findPlayer(game, name) {
  const mine = myGames().map((one) => one.id);
  const entropy = newEntropy();
  const found = await call("POST", "/api/matches", { game, name, entropy, mine });
  keepEntropy(found.table, found.seat, entropy);
  location.assign(found.link);
}

const mine = document.getElementById("mine-list");
const isOver = (game) => game.said === "over";
const games = myGames().sort((a, b) => isOver(a) - isOver(b)); // those that continue first
const date = (milliseconds) => new Date(milliseconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
const HIDDEN = "ludex-hidden"; // games of the person that this device does not list
const SAID = { playing: "in progress", open: "has free seats", over: "over" };
drawMine([]);
const known = mine ? call("GET", "/api/me/games").then((found) => {
  drawMine(found.games ?? []);
  return found.games ?? [];
}, () => []) : Promise.resolve([]);

/** Draw the games of the person on all devices, and those that only this device knows. */
function drawMine(everywhere) {
  if (!mine) return;
  const there = new Set(everywhere.map((game) => game.id));
  const hidden = new Set(stored(HIDDEN, []));
  const items = [...everywhere.filter((game) => !hidden.has(game.id)).slice(0, 12).map(lineOfMine), ...games.filter((game) => !there.has(game.id)).slice(0, 8).map(lineOfDevice)];
  document.getElementById("mine").hidden = !items.length;
  document.getElementById("mine-title").textContent = everywhere.length ? "Your games" : "Your games on this device";
  mine.replaceChildren(...items);
}

function lineOfMine(game) {
  const item = make("li");
  const link = make("a", "what", game.title);
  link.href = here(`/tables/${game.id}`);
  const said = game.your_turn ? "your turn" : SAID[game.status];
  item.append(link, make("span", "grow soft small", game.players.join(", ")), make("span", game.your_turn ? "small chip" : "small", said), forgetting(game, item));
  return item;
}

function lineOfDevice(game) {
  const item = make("li");
  const link = make("a", "what", game.title);
  link.href = here(`/tables/${game.id}`);
  item.append(link, make("span", "grow soft small", `${game.said ?? ""} · ${date(game.at)}`), forgetting(game, item));
  return item;
}

/** A button that removes a game from the list of this device. */
function forgetting(game, item) {
  const drop = button("Forget", () => {
    forget(game.id);
    store(HIDDEN, [game.id, ...stored(HIDDEN, [])].slice(0, 200));
    item.remove();
  }, "quiet");
  drop.setAttribute("aria-label", `Forget this game of ${game.title}`);
  return drop;
}

const file = document.getElementById("history");
file?.addEventListener("change", async () => {
  document.getElementById("problem").hidden = true;
  try {
    const made = await call("POST", "/api/histories", { history: await file.files[0].text() });
    location.assign(made.seats.find((seat) => seat.link)?.link ?? here(`/tables/${made.id}/replay`));
  } catch (error) {
    complain(error);
  } finally {
    file.value = "";
  }
});

watchFilters(document.getElementById("filters"));
watchBoards(document.querySelectorAll("[data-board]"));

const open = document.getElementById("open-list");
if (open) {
  Promise.all([known, ...["open", "playing"].map((what) => call("GET", `/api/tables?what=${what}&limit=${what === "open" ? 40 : 200}`))])
    .then(([everywhere, ...found]) => {
      const own = new Set([...games, ...everywhere].map((one) => one.id));
      const tables = found.flatMap((one) => one.tables).filter((table) => !own.has(table.id));
      const free = tables.filter((table) => table.free);
      document.getElementById("open").hidden = !tables.length;
      document.getElementById("open-title").textContent = free.length ? "Open seats, and tables to watch" : "Tables to watch";
      open.replaceChildren(...[...free, ...tables.filter((table) => !table.free).slice(0, 20)].map(line));
    })
    .catch(complain);
}

function line(table) {
  const item = make("li");
  const link = make("a", "what", table.title);
  link.href = here(`/tables/${table.id}`);
  const free = table.free ?? 0;
  const seats = `${free} ${free === 1 ? "seat" : "seats"} free`;
  const join = !free ? "to watch" : table.status === "open" ? seats : `replacement wanted: ${seats}`;
  item.append(link, make("span", "grow soft small", [table.players?.join(", "), deadlineOf(table), table.rated ? "rated" : ""].filter(Boolean).join(" · ")), make("span", "small", join));
  return item;
}

/** The deadline of a table in words, if it is hours or days. */
function deadlineOf({ per_move }) {
  if (!per_move || per_move < 3600) return "";
  return per_move < 172800 ? `${Math.round(per_move / 3600)} h for every move` : `${Math.round(per_move / 86400)} days for every move`;
}
