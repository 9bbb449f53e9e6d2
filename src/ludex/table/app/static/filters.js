// Search and filters over the games of a page. They last while the tab is open.

import { store, stored } from "./storage.js";

const KEY = "ludex-filters";

/** Show only the games that fit what is chosen in the form. */
export function watchFilters(form) {
  if (!form) return;
  const games = [...document.querySelectorAll(".game-card")].map((card) => ({ card, text: `${card.querySelector(".game-text").textContent} ${card.dataset.themes}`.toLowerCase(), ...card.dataset }));
  const show = () => {
    const wanted = Object.fromEntries(new FormData(form));
    let found = 0;
    for (const game of games) {
      const fits = fitsAll(game, wanted);
      game.card.hidden = !fits;
      found += fits;
    }
    for (const section of document.querySelectorAll("section:has(.game-card)")) section.hidden = !section.querySelector(".game-card:not([hidden])");
    const all = found === games.length;
    form.querySelector("output").value = all ? "" : found ? `${found} ${found === 1 ? "game" : "games"}` : "No game fits. Change the search or the filters.";
    store(KEY, wanted, "sessionStorage");
  };
  restore(form);
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}

function fitsAll(game, { words, players, minutes, kind }) {
  const every = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    every.every((word) => game.text.includes(word)) &&
    (!players || (Number(game.fewest) <= Number(players) && Number(players) <= Number(game.most))) &&
    (!minutes || (Number(game.minutes) > 0 && Number(game.minutes) <= Number(minutes))) &&
    (!kind || game.kind === kind)
  );
}

function restore(form) {
  for (const [name, value] of Object.entries(stored(KEY, {}, "sessionStorage"))) {
    if (form.elements[name]) form.elements[name].value = value;
  }
}
