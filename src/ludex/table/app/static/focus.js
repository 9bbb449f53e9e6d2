// The focus is never lost: what was drawn again gets it back, and after a move it rests at the prompt.

const REGIONS = ["#actions", "#tools", "#offers", "#draft", "#hand", "#board", "#lobby", "#outcome", "#refusal"];

const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent.trim();

const usable = (node) => node?.isConnected && !node.disabled && node.getClientRects().length > 0;

/** Return the place of the focus: the region of the page and the name of the element, or null. */
function mark() {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const region = REGIONS.find((one) => node.closest(one));
  return { node, region, name: nameOf(node) };
}

function restore({ node, region, name }) {
  const now = document.activeElement;
  if (now && now !== document.body && usable(now)) return;
  const alike = region && [...document.querySelectorAll(`${region} :is(button, a, input, [tabindex="0"])`)];
  const found = usable(node) ? node : alike?.find((one) => usable(one) && nameOf(one) === name);
  (found ?? document.getElementById("prompt")).focus({ preventScroll: true });
}

/** Change the page without losing the focus. */
export function keepFocus(change) {
  const before = mark();
  change();
  if (before) restore(before);
}

/** After a move the focus waits at the prompt, so that a second Enter plays nothing by accident. */
export function restFocus() {
  const where = mark();
  if (!where || where.region) document.getElementById("prompt").focus({ preventScroll: true });
}

/** A dialog that closes gives the focus back, also if what opened it was drawn again meanwhile. */
export function watchDialogs() {
  let opener = null;
  document.addEventListener("click", () => (opener = mark() ?? opener), true);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", () => requestAnimationFrame(() => opener && !document.querySelector("dialog[open]") && restore(opener)));
  }
}
