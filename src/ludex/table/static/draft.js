// A draft: decisions written down in any sequence, by pressing or typing, until they are handed in together.

import { button, make } from "./actions.js";

/** Draw the draft of a state, or nothing where decisions are final at once. What is being typed stays. */
export function drawDraft(root, state, say) {
  const draft = state.draft;
  if (!draft) return root.replaceChildren();
  const old = root.querySelector("input");
  const typed = old?.value ?? "";
  const focused = old === document.activeElement;
  const send = (message) => say({ type: "draft", seat: state.you, ...message });
  const box = make("div", "draft");
  const list = make("ul");
  for (const move of draft.moves) {
    const item = make("li", "", move);
    const drop = button("×", () => send({ erase: move.split(" ").slice(0, 2).join(" ") }));
    drop.setAttribute("aria-label", `Erase ${move}`);
    item.append(drop);
    list.append(item);
  }
  if (draft.missing.length) list.append(make("li", "missing", `Without an order: ${draft.missing.join(", ")}`));
  box.append(list);
  if (draft.moves.length && draft.warnings.length) {
    const warnings = make("ul", "warnings");
    warnings.setAttribute("aria-label", "Before you hand in");
    warnings.append(...draft.warnings.map((text) => make("li", "", text)));
    box.append(warnings);
  }
  const form = make("form");
  const field = make("input");
  field.value = typed;
  field.placeholder = "or type: A PAR - BUR, A MAR S A PAR - BUR";
  field.setAttribute("aria-label", "Orders as text");
  field.autocomplete = "off";
  const write = button("Write", null);
  write.type = "submit";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) send({ write: field.value });
    field.value = "";
  });
  form.append(field, write, button("Ready", () => send({ done: true }), "main"));
  box.append(form);
  root.replaceChildren(box);
  if (focused) field.focus();
}
