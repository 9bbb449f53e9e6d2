// The fairness of a finished game: what this device can check without the server, and what the server's rules say.

import { call } from "./api.js";
import { check } from "./chance.js";
import { make } from "./parts.js";
import { promiseOf } from "./promises.js";

const numbered = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
const moveOf = (number) => (number ? `move ${number}` : "the setup");

/** The checks of this device, each with its result and a sentence. */
function checksOf(found, history) {
  const checks = [
    [found.commitment, "The published secret matches the commitment from before the deal.", "The published secret does not match the commitment from before the deal."],
  ];
  if (found.received !== undefined) checks.push([found.received, "The commitment is the one that this device received during the game.", "The commitment is not the one that this device received during the game."]);
  if (found.entropy !== undefined) checks.push([found.entropy, "The random bytes that this device added are part of the chance.", "The random bytes that this device added are missing."]);
  if (!found.count && found.draws) checks.push([true, "Nothing in this game was drawn by chance.", ""]);
  else {
    const added = history.entropy?.filter(Boolean).length ?? 0;
    const from = added ? `the secret and the bytes of ${numbered(added, "seat")}` : "the secret";
    checks.push([found.draws, `${numbered(found.count, "number")} drawn by chance: each follows from ${from}.`, `The numbers drawn in ${moveOf(found.wrongMove)} do not follow from ${from}.`]);
  }
  if (found.hands !== undefined) {
    const where = found.wrongDeal === undefined ? "The first deal is missing." : `The hands dealt in ${moveOf(found.wrongDeal)} are not those that this device dealt from the same secret.`;
    checks.push([found.hands, `${numbered(found.deals, "deal")}: this device dealt the same hands from the secret, card by card.`, where]);
  }
  return checks;
}

function line(good, text, by) {
  const item = make("li", good ? "good" : "bad");
  item.append(make("b", "", good ? "✓ " : "✗ "), text);
  item.dataset.by = by;
  return item;
}

/** Check a finished game, and draw the results. */
export async function prove(root, table, history) {
  const at = (name) => root.querySelector(`[data-part=${name}]`);
  const verdict = (text, good) => {
    at("verdict").textContent = text;
    at("verdict").className = good === undefined ? "" : good ? "good" : "bad";
  };
  at("commitment").textContent = history.commitment;
  at("seed").textContent = history.seed ?? "not published yet";
  if (!history.seed) return verdict("The secret is published when the game is over.");
  if (!crypto.subtle) return verdict("Nothing was checked: this browser computes hashes only on secure pages (https or localhost).");
  let told;
  let found;
  try {
    told = await call("GET", `/api/tables/${table}/chance`);
    found = await check(history, told, promiseOf(table));
  } catch (error) {
    return verdict(`The check could not be finished: ${error.message}`, false);
  }
  const checks = checksOf(found, history);
  at("here").replaceChildren(...checks.map(([good, kept, broken]) => line(good, good ? kept : broken, "device")));
  at("server").replaceChildren(
    line(!told.fault, told.fault ? `Replaying failed: ${told.fault}` : `Replaying ${numbered(history.moves.length, "move")} with the rules gives the same game.`, "server"),
  );
  at("cards").hidden = found.hands !== undefined || !found.count;
  const fair = checks.every(([good]) => good) && !told.fault;
  verdict(fair ? "Every check passed." : "A check failed. This game is not what was promised, or its record was changed.", fair);
}
