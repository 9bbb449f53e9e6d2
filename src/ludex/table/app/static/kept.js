// What is asked once for every lot: a bid names what it gives up, and the next bids for the same lot give up the same.

import { isAside, labelOf } from "./choices.js";
import { button, make } from "./parts.js";

let kept = null; // the token, and the lot it was chosen for: unknown while the auction is being opened

/** The player has played a move. What it gives up is remembered for the lot. */
export function keep(path, lot) {
  const token = path.find(isAside);
  if (token) kept = { token, lot };
}

/** Leave those of the options that give up what was chosen before for this lot, and those that give up nothing. */
export function withKept(paths, lot) {
  if (kept && kept.lot === undefined) kept.lot = lot;
  if (kept && kept.lot !== lot) kept = null;
  if (!kept || !paths.some((path) => path.includes(kept.token))) return { paths, token: null };
  return { paths: paths.filter((path) => path.includes(kept.token) || !path.some(isAside)), token: kept.token };
}

/** Tell what was chosen before, with a button that asks again. */
export function drawKept(token, change) {
  const row = make("div", "crumbs");
  row.dataset.part = "kept";
  const said = labelOf([token]);
  const again = button("Change", () => {
    kept = null;
    change();
  }, "quiet");
  again.setAttribute("aria-label", "Change what you give up");
  row.append(make("span", "crumb", `${said.charAt(0).toUpperCase()}${said.slice(1)} if you win.`), again);
  return row;
}
