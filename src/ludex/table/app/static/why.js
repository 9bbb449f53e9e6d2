// Why something cannot be played: shown where refusals are, and read out. And the arrow keys, which lead to everything.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Show the reason. The same one is read out again if it is asked for again. */
export function explain(sentence, refuse, speak) {
  const shown = document.getElementById("refusal");
  if (!shown.hidden && shown.textContent === sentence) return speak(sentence);
  refuse(sentence);
}

/** Let the arrow keys lead from one thing that can be pressed to the next, lit or not. */
export function watchArrows(boards) {
  for (const board of boards) {
    board.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      const here = event.target.closest?.("[data-press]");
      if (!step || !here || event.ctrlKey || event.metaKey || event.altKey) return;
      const all = [...board.querySelectorAll("[data-press]")].filter((node) => node.getClientRects().length);
      const next = all[all.indexOf(here) + step];
      event.preventDefault();
      next?.focus();
    });
  }
}
