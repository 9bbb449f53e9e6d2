// Home and games: play now, games of this device, tables to join or watch.

import { call, complain, forget, makeTable, myGames } from "./api.js";
import { button, make } from "./actions.js";
import { entropy } from "./lobby.js";
import { prefs } from "./prefs.js";

const PATIENCE = 900; // seconds for which somebody who asked for another player is thought to wait

for (const node of document.querySelectorAll("[data-play]")) {
  node.addEventListener("click", () => {
    node.disabled = true;
    const bots = Array.from({ length: Number(node.dataset.seats) - 1 }, () => ({ kind: "bot", bot: node.dataset.bot }));
    const me = { kind: "person", name: prefs.name || "Guest" };
    makeTable({ game: node.dataset.play, seats: [me, ...bots] }).catch((error) => {
      node.disabled = false;
      complain(error);
    });
  });
}

for (const node of document.querySelectorAll("[data-match]")) {
  node.addEventListener("click", () => {
    node.disabled = true;
    findPlayer(node.dataset.match, Number(node.dataset.seats), node.dataset.bot).catch((error) => {
      node.disabled = false;
      complain(error);
    });
  });
}

/** Sit down with somebody who waits for a second player of this game, or wait for one. Bots fill the rest. */
async function findPlayer(game, seats, bot) {
  const name = prefs.name || "Guest";
  const known = new Set(myGames().map((one) => one.id));
  const { tables } = await call("GET", `/api/tables?what=open&game=${encodeURIComponent(game)}`);
  const fresh = tables.filter((table) => table.free && !known.has(table.id) && Date.now() / 1000 - table.created < PATIENCE);
  for (const table of fresh.reverse()) {
    try {
      const taken = await call("POST", `/api/tables/${table.id}/seats`, { name, entropy: entropy() });
      return location.assign(taken.link ?? `/tables/${table.id}`);
    } catch {
      // somebody else was quicker: the next table
    }
  }
  const bots = Array.from({ length: Math.max(seats - 2, 0) }, () => ({ kind: "bot", bot }));
  return makeTable({ game, seats: [{ kind: "person", name }, { kind: "person" }, ...bots], public: true });
}

const mine = document.getElementById("mine-list");
const games = myGames();
if (mine && games.length) {
  document.getElementById("mine").hidden = false;
  for (const game of games.slice(0, 8)) {
    const item = make("li");
    const link = make("a", "what", game.title);
    link.href = `/tables/${game.id}`;
    const drop = button("Forget", () => {
      forget(game.id);
      item.remove();
    }, "quiet");
    drop.setAttribute("aria-label", `Forget this game of ${game.title}`);
    item.append(link, make("span", "grow soft small", `${game.said ?? ""} · ${new Date(game.at).toLocaleString()}`), drop);
    mine.append(item);
  }
}

const file = document.getElementById("history");
file?.addEventListener("change", async () => {
  document.getElementById("problem").hidden = true;
  try {
    const made = await call("POST", "/api/histories", { history: await file.files[0].text() });
    location.assign(made.seats.find((seat) => seat.link)?.link ?? `/tables/${made.id}/replay`);
  } catch (error) {
    complain(error);
  } finally {
    file.value = "";
  }
});

const open = document.getElementById("open-list");
if (open) {
  call("GET", "/api/tables")
    .then(({ tables }) => {
      open.replaceChildren(
        ...(tables.length ? tables.map(line) : [make("li", "soft", "None right now. Make one, and tick “listed on the home page”.")]),
      );
    })
    .catch(() => open.replaceChildren(make("li", "soft", "The list cannot be read right now.")));
}

function line(table) {
  const item = make("li");
  const link = make("a", "what", table.title);
  link.href = `/tables/${table.id}`;
  const free = table.free ?? 0;
  item.append(link, make("span", "grow soft small", table.players?.join(", ") ?? ""), make("span", "small", free ? `${free} free` : table.status));
  return item;
}
