// The page that is shown while the server cannot be reached: it tries again every few seconds, and when the person asks.

import { here } from "./where.js";

const WAIT = 3000;

async function lookAgain() {
  try {
    await fetch(here("/healthz"), { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(lookAgain, WAIT);
  }
}

document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", lookAgain);
setTimeout(lookAgain, WAIT);
