// The prompt, which always takes the same space. A long one is smaller; a tip shows text that still does not fit.

const LONG = 84; // characters

/** Show what is asked, or for whom the table waits. */
export function showPrompt(node, text, mine) {
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("waiting", !mine);
  node.classList.toggle("long", text.length > LONG);
  if (node.scrollHeight > node.clientHeight + 1) node.dataset.tip = text;
  else delete node.dataset.tip;
}
