// What this device keeps about the chance of its tables, so that the replay can be checked against it.

import { store, stored } from "./storage.js";

const KEY = "ludex-promises";
const MOST = 40;

const read = () => stored(KEY, {});

/** What this device knows of a table: its first commitment, and the bytes that it added for its seats. */
export const promiseOf = (table) => read()[table] ?? {};

function keep(table, change) {
  const { [table]: before = {}, ...rest } = read();
  const kept = [[table, { ...before, ...change }], ...Object.entries(rest)].slice(0, MOST);
  store(KEY, Object.fromEntries(kept));
}

/** Keep the commitment of a table that was sent first. */
export function keepCommitment(table, commitment) {
  if (commitment && !promiseOf(table).commitment) keep(table, { commitment });
}

/** Sixteen random bytes, as text. */
export const newEntropy = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Keep the bytes that this device added for a seat. */
export function keepEntropy(table, seat, bytes) {
  keep(table, { entropy: { ...promiseOf(table).entropy, [seat]: bytes } });
}

/** The bytes that this device adds for a seat: always the same ones, even if it sits down in two tabs. */
export function entropyFor(table, seat) {
  const kept = promiseOf(table).entropy?.[seat];
  if (kept) return kept;
  const made = newEntropy();
  keepEntropy(table, seat, made);
  return made;
}
