// The chance of a table, computed again on this device: SHA-256, BLAKE2b, xoshiro256**, and the deal of card games.
// It follows `ludex.core.language.chance` and `fairness`, and has no other rules. docs/fairness.md describes it.

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const MIXED = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const RANKS = "23456789TJQKA";
const CARDS = [..."CDHS"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

const ascii = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const right = (word, count) => ((word >> count) | (word << (64n - count))) & MASK;
const left = (word, count) => right(word, 64n - count);

export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a hexadecimal text. */
export function bytesOf(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The words of a block of 128 bytes. */
function wordsOf(bytes) {
  const padded = new DataView(new ArrayBuffer(128));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  return Array.from({ length: 16 }, (_, at) => padded.getBigUint64(8 * at, true));
}

function compress(h, block, count, last) {
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < 12; round += 1) {
    MIXED.forEach(([a, b, c, d], at) => {
      const order = SIGMA[round % 10];
      v[a] = (v[a] + v[b] + block[order[2 * at]]) & MASK;
      v[d] = right(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = right(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + block[order[2 * at + 1]]) & MASK;
      v[d] = right(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = right(v[b] ^ v[c], 63n);
    });
  }
  for (let at = 0; at < 8; at += 1) h[at] ^= v[at] ^ v[at + 8];
}

/** BLAKE2b with 32 bytes of output, a key of 32 bytes and a person; the message has at most 128 bytes. Four words. */
function keyedHash(message, key, person) {
  const h = [...IV];
  const parameters = wordsOf(joined([32, key.length, 1, 1], new Uint8Array(44), ascii(person)));
  for (let at = 0; at < 8; at += 1) h[at] ^= parameters[at];
  compress(h, wordsOf(key), 128, false);
  compress(h, wordsOf(message), 128 + message.length, true);
  return h.slice(0, 4);
}

/** A table's key of chance: from its seed, and from what the seats added. */
export async function keyOf(seed, entropy) {
  if (!entropy.some(Boolean)) return seed;
  const added = entropy.map((part) => bytesOf(part ?? "")).flatMap((part) => [part.length, ...part]);
  return sha256(joined(ascii("ludex entropy\n"), seed, added));
}

/** The chance of one move: a function that draws a number below a bound. */
export function chanceOf(key, number, take) {
  const rng = keyedHash(ascii(`${number} ${take}`), key, "ludex chance");
  const next = () => {
    const one = rng[1];
    const bits = (left((one * 5n) & MASK, 7n) * 9n) & MASK;
    rng[2] ^= rng[0];
    rng[3] ^= one;
    rng[1] = one ^ rng[2];
    rng[0] ^= rng[3];
    rng[2] ^= (one << 17n) & MASK;
    rng[3] = left(rng[3], 45n);
    return bits >> 32n;
  };
  return (bound) => {
    const wide = BigInt(bound);
    const threshold = (1n << 32n) % wide;
    let product = next() * wide;
    while ((product & 0xffffffffn) < threshold) product = next() * wide;
    return Number(product >> 32n);
  };
}

/** The cards of a card game, in the order in which they are numbered. */
export function deckOf({ ranks = RANKS, without = [] } = {}) {
  return CARDS.filter((card) => ranks.includes(card[0]) && !without.includes(card));
}

/** Deal hands of these sizes. A seat that gets all the rest needs no chance. */
export function dealHands(deck, sizes, draw) {
  const order = [...deck];
  return sizes.map((size) => {
    if (size >= order.length) return order.splice(0);
    return Array.from({ length: size }, () => {
      const at = draw(order.length);
      const [card] = order.splice(at, 1, order.at(-1));
      order.pop();
      return card;
    });
  });
}

const sorted = (hand) => hand.toSorted().join();

/** Return whether the hands are what chance deals. Books, such as the pairs of Old Maid, leave the hands at once. The
 *  sizes of the hands are unknown then, and what is left must have been dealt in the order of the seats. */
function isDealt(deck, hands, books, count, draw) {
  if (!books) return dealHands(deck, hands.map((hand) => hand.length), draw).every((hand, seat) => sorted(hand) === sorted(hands[seat]));
  const [dealt] = dealHands(deck, [count], draw);
  const placeOf = (card) => (dealt.includes(card) ? dealt.indexOf(card) : dealt.length); // the rest needs no chance
  const places = hands.map((hand) => hand.map(placeOf).toSorted((a, b) => a - b)).filter((hand) => hand.length);
  return places.every((hand, at) => !at || places[at - 1].at(-1) < hand[0]);
}

/** Return the secrets of a history, each with its key. A secret counts for the moves after its number. */
async function secretsOf(history) {
  const given = [{ after: 0, seed: history.seed, commitment: history.commitment }, ...(history.renewals ?? [])];
  return Promise.all(
    given.map(async (one) => {
      const seed = bytesOf(one.seed ?? "");
      return { after: one.after, kept: hex(await sha256(seed)) === one.commitment, key: await keyOf(seed, history.entropy ?? []) };
    }),
  );
}

/** Check a finished game. `told` are the draws and hands that the server reports, `kept` is what this device stored. */
export async function check(history, told, kept = {}) {
  const secrets = await secretsOf(history);
  const secretOf = (number) => secrets.findLast((secret) => secret.after < number) ?? secrets[0];
  const chance = ({ number, take }) => chanceOf(secretOf(number).key, number, take);
  const found = { commitment: secrets.every((secret) => secret.kept) };
  if (kept.commitment) found.received = [history, ...(history.renewals ?? [])].some((one) => one.commitment === kept.commitment);
  const mine = Object.entries(kept.entropy ?? {});
  if (mine.length) found.entropy = mine.every(([seat, bytes]) => history.entropy?.[seat] === bytes);
  found.count = told.steps.reduce((sum, step) => sum + step.draws.length, 0);
  const wrong = told.steps.find((step) => {
    const draw = chance(step);
    const take = step.number ? (history.moves[step.number - 1]?.take ?? 0) : 0;
    return step.take !== take || step.draws.some(([bound, value]) => draw(bound) !== value);
  });
  found.draws = !wrong;
  found.wrongMove = wrong?.number;
  if (!history.definition?.deck || history.position) return found;
  const deck = deckOf(history.definition.deck);
  const deals = told.steps.filter((step) => step.hands);
  const bad = deals.find((step) => !isDealt(deck, step.hands, history.definition.book, step.draws.length, chance(step)));
  found.deals = deals.length;
  found.hands = deals.length > 0 && deals[0].number === 0 && !bad;
  found.wrongDeal = bad?.number;
  return found;
}
