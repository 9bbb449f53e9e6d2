// Which options fit what was pressed so far. Pure functions on paths of tokens: ["bid", {low, high}], ["play", "Q♠"].

/** Return whether two tokens are the same. A range is only the same as itself. */
const same = (a, b) => a === b || (isRange(a) && isRange(b) && a.low === b.low && a.high === b.high);

export const isRange = (token) => typeof token === "object";

/** Return the identity of a path, which does not change with the limits of its range. */
export const idOf = (path) => JSON.stringify(path.map((token) => (isRange(token) ? { label: token.label } : token)));

/** Return the identity of the amount at the end of a path: the same for ["bid", {low: 3, high: 9}] and ["bid", "9"], which is left of it. */
export function amountOf(path) {
  const last = path[path.length - 1];
  if (isRange(last)) return { id: idOf(path), ...last };
  const [, label, text] = /^(?:(.*) )?(\d+)$/.exec(last) ?? [];
  if (!text) return null;
  const only = { low: Number(text), high: Number(text), label: label ?? "" };
  return { id: idOf([...path.slice(0, -1), only]), ...only };
}

/** Return the number of first tokens that all paths share. */
export function shared(paths) {
  if (!paths.length) return 0;
  let count = 0;
  while (paths.every((path) => path.length > count && same(path[count], paths[0][count]))) count += 1;
  return count;
}

/** Return whether a token is the one of a path, or a number in its range: "5" in {low: 1, high: 13}, "× 2" where × is the label. */
function fits(wanted, token) {
  if (!isRange(wanted)) return wanted === token;
  const label = wanted.label ? `${wanted.label} ` : "";
  const text = token.startsWith(label) ? token.slice(label.length) : "";
  return /^-?\d+$/.test(text) && Number(text) >= wanted.low && Number(text) <= wanted.high;
}

/** Return the place of consecutive tokens in a path, or -1. */
export function placeOf(path, tokens) {
  for (let at = 0; at + tokens.length <= path.length; at += 1) {
    if (tokens.every((token, place) => fits(path[at + place], token))) return at;
  }
  return -1;
}

/** Return the alternatives that an element stands for, each of consecutive tokens. */
export const readPress = (text) => text.split(";").map((one) => one.split("|"));

/** The alternative by which a path first names an element, and where; or null. */
export function namedBy(path, alternatives) {
  let found = null;
  for (const tokens of alternatives) {
    const at = placeOf(path, tokens);
    if (at >= 0 && (!found || at < found.at)) found = { at, tokens };
  }
  return found;
}

/** The paths that an element stands for: those that name it first, with its number for their range. */
export function fitting(paths, alternatives) {
  const named = paths.map((path) => ({ path, by: namedBy(path, alternatives) })).filter(({ by }) => by);
  const first = Math.min(...named.map(({ by }) => by.at));
  return named
    .filter(({ by }) => by.at === first)
    .map(({ path, by }) => [...path.slice(0, first), ...by.tokens, ...path.slice(first + by.tokens.length)]);
}

/** The choices to offer as buttons: whole options if they are few, or else the tokens that can come next. */
export function choicesOf(paths, few = 9) {
  if (paths.length <= few && (paths.length > 1 || !lastRange(paths))) return paths.map((path) => ({ paths: [path], begins: path }));
  const start = shared(paths);
  const groups = new Map();
  for (const path of paths) {
    const begins = path.slice(0, start + 1);
    const id = idOf(begins);
    if (!groups.has(id)) groups.set(id, { paths: [], begins });
    groups.get(id).paths.push(path);
  }
  return [...groups.values()];
}

/** The paths that begin like a choice. */
export const beginning = (paths, begins) => paths.filter((path) => idOf(path.slice(0, begins.length)) === idOf(begins));

const words = JSON.parse(document.body.dataset.words ?? "{}");

/** Call seats by their roles, or by the names of their players. */
export function nameSeats(seats) {
  for (const { seat, name, role } of seats) if (role || name) words[`seat ${seat}`] = role || name;
}

/** Return whether a token is said last, after a comma: what a bid gives up. It is asked once for every lot. */
export const isAside = (token) => !isRange(token) && (words[token] ?? "").startsWith(",");

/** A path as people read it, with the game's own words for its signs. */
export function labelOf(path) {
  const said = (token) => (isRange(token) ? `${token.label ? `${token.label} ` : ""}…` : (words[token] ?? token));
  const [first, last] = [false, true].map((aside) => path.filter((token) => isAside(token) === aside).map(said));
  return `${first.join(" ")}${last.join("")}`.replace(/^, /, "");
}

/** Return the label of an option's button: "Bid 32", "Build Kiel for 14". */
export function sentenceOf(path, amount, remark = "") {
  const label = labelOf(amount === undefined ? path : [...path.slice(0, -1), written(path[path.length - 1], amount)]);
  const said = label.charAt(0).toUpperCase() + label.slice(1);
  const again = said.toLowerCase().endsWith(remark.replace(/^– /, "").toLowerCase()); // "Bid Nil – nil"
  return again ? said : `${said}${/^\d/.test(remark) ? " for" : ""} ${remark}`;
}

const written = (token, amount) => `${token.label ? `${token.label} ` : ""}${amount}`;

/** The text of a path, with a number in the place of its range. */
export const textOf = (path, amount) =>
  path.map((token) => (isRange(token) ? written(token, amount) : token)).join(" ");

/** The range that is all there is left to choose, if so. */
export function lastRange(paths) {
  if (paths.length !== 1) return null;
  const token = paths[0][paths[0].length - 1];
  return isRange(token) ? token : null;
}
