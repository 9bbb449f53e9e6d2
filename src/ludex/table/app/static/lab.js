// A page of the lab is updated while its runs continue. Focus and scroll position stay.

import { morph } from "./morph.js";

const EVERY = 3000;

async function follow() {
  const main = document.getElementById("main");
  if (!main.dataset.live) return;
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (answer.ok && next) {
      morph(main, next.innerHTML);
      main.dataset.live = next.dataset.live;
    }
  } catch {
    // the server is away: the next try may find it
  }
  setTimeout(follow, EVERY);
}

setTimeout(follow, EVERY);
