// Boards as pictures of games: real positions, drawn by the games, read when they come into sight.

import { here, placed } from "./where.js";

const WIDTH = 680; // pixels at which a board is drawn before it is scaled down
const AHEAD = "300px";

/** Show the boards of games in place of their small pictures, which stay where a board cannot be read. */
export function watchBoards(places) {
  const sized = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) target.style.setProperty("--scale", contentRect.width / WIDTH);
  });
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      draw(target).then(() => sized.observe(target), () => {});
    }
  }, { rootMargin: AHEAD });
  for (const place of places) seen.observe(place);
}

async function draw(place) {
  const answer = await fetch(here(`/games/${place.dataset.board}/board`));
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const html = await answer.text();
  const host = document.createElement("span");
  host.className = "drawn";
  host.inert = true;
  const root = host.attachShadow({ mode: "open" }); // the style of one game's board does not meet another's
  root.innerHTML = placed(html);
  const sheets = [...root.querySelectorAll("link")].map((link) => new Promise((done) => (link.onload = link.onerror = done)));
  place.append(host);
  await Promise.all(sheets);
  place.classList.add("ready");
}
