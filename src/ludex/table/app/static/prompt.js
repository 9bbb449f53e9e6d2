// The prompt, which always takes the same space. A long one is smaller; a tip shows text that still does not fit.

const LONG = 64; // characters

/** Show what is asked, or for whom the table waits. */
export function showPrompt(node, text, mine) {
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("waiting", !mine);
  node.classList.toggle("long", text.length > LONG);
  tell(node);
}

function tell(node) {
  if (node.scrollHeight > node.clientHeight + 1) node.dataset.tip = node.textContent;
  else delete node.dataset.tip;
}

/** Watch the size of the page: what fits may change. */
export const watchPrompt = (node) => addEventListener("resize", () => tell(node));
