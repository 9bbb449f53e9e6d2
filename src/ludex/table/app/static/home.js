// Home and games: play now, games of this device, tables to join or watch.

import { call, complain, forget, makeTable, myGames } from "./api.js";
import { button, make } from "./parts.js";
import { prefs } from "./prefs.js";
import { keepEntropy, newEntropy } from "./promises.js";

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
    findPlayer(node.dataset.match).catch((error) => {
      node.disabled = false;
      complain(error);
    });
  });
}

/** Join a player who waits for an opponent at this game, or wait for one. Bots fill the remaining seats. */
async function findPlayer(game) {
  const mine = myGames().map((one) => one.id);
  const entropy = newEntropy();
  const found = await call("POST", "/api/matches", { game, name: prefs.name, entropy, mine });
  keepEntropy(found.table, found.seat, entropy);
  location.assign(found.link);
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
  Promise.all(["open", "playing"].map((what) => call("GET", `/api/tables?what=${what}&limit=20`)))
    .then((found) => {
      const tables = found.flatMap((one) => one.tables);
      open.replaceChildren(
        ...(tables.length ? tables.map(line) : [make("li", "soft", "None right now. Make one, and tick “Listed on the home page”.")]),
      );
    })
    .catch(() => open.replaceChildren(make("li", "soft", "The list cannot be read right now.")));
}

function line(table) {
  const item = make("li");
  const link = make("a", "what", table.title);
  link.href = `/tables/${table.id}`;
  const free = table.free ?? 0;
  const seats = `${free} ${free === 1 ? "seat" : "seats"} free`;
  const join = free ? `${table.status === "open" ? "" : "has begun, "}${seats}` : "to watch";
  item.append(link, make("span", "grow soft small", table.players?.join(", ") ?? ""), make("span", "small", join));
  return item;
}
