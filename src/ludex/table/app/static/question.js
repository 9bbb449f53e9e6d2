// The question that the opener of a table asks when its game is over. Without scripts the form is sent normally.

import { make } from "./parts.js";

/** Ask those who played, once the game is over. */
export function showQuestion(form, state) {
  if (!form) return;
  form.hidden = !state.outcome || state.you === null;
  form.onsubmit = (event) => {
    event.preventDefault();
    answer(form, event.submitter).catch((error) => form.append(make("p", "refusal", error.message)));
  };
}

async function answer(form, button) {
  const told = await fetch(form.action, { method: "POST", body: new URLSearchParams({ answer: button.value }) });
  if (!told.ok) throw new Error(`The server answered ${told.status}.`);
  form.replaceChildren(make("p", "", `Thank you: “${button.textContent}” is saved.`));
}
