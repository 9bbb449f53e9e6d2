// The prompt, which always takes the same space. A long one is smaller; a tip shows text that still does not fit.

const LONG = 64; // characters

/** Show what is asked, or for whom the table waits. Once the page is drawn, `fitPrompt` adds the tip. */
export function showPrompt(node, text, mine) {
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("waiting", !mine);
  node.classList.toggle("long", text.length > LONG);
}

/** Give a prompt that does not fit a tip with all of its text. */
export function fitPrompt(node) {
  if (node.scrollHeight > node.clientHeight + 1) node.dataset.tip = node.textContent;
  else delete node.dataset.tip;
}

/** Watch the size of the page: what fits may change. */
export const watchPrompt = (node) => addEventListener("resize", () => fitPrompt(node));
