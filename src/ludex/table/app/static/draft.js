// A draft: decisions written down in any sequence, by pressing or typing, until they are handed in together.

import { fill } from "./morph.js";
import { button, decides, make } from "./parts.js";

/** Draw the draft of a state, or nothing where decisions are final at once. What is being typed stays. */
export function drawDraft(root, state, send) {
  fill(root, ...(state.draft ? [box(state.draft, send)] : []));
}

/** The server has taken what was typed: the field is free for the next order. */
export function emptyDraft(root, text) {
  const field = root.querySelector("input");
  if (field?.value === text) field.value = "";
}

function box(draft, send) {
  const made = make("div", "draft");
  made.append(list(draft, send));
  if (draft.moves.length && draft.warnings.length) {
    const warnings = make("ul", "warnings");
    warnings.dataset.part = "warnings";
    warnings.setAttribute("aria-label", "Before you submit");
    warnings.append(...draft.warnings.map((text) => make("li", "", text)));
    made.append(warnings);
  }
  made.append(form(draft, send));
  return made;
}

function list(draft, send) {
  const made = make("ul");
  made.dataset.part = "list";
  for (const move of draft.moves) {
    const item = make("li", "", move);
    item.dataset.part = move;
    const drop = decides(`erase ${move}`, "×", () => send({ erase: move.split(" ").slice(0, 2).join(" ") }));
    drop.setAttribute("aria-label", `Erase ${move}`);
    item.append(drop);
    made.append(item);
  }
  if (draft.missing.length) made.append(make("li", "missing", `Without an order: ${draft.missing.join(", ")}`));
  return made;
}

function form(draft, send) {
  const made = make("form");
  made.dataset.part = "form";
  const field = make("input");
  field.placeholder = "or type orders, with commas between them";
  field.setAttribute("aria-label", "Orders as text");
  field.autocomplete = "off";
  const write = button("Write", null);
  write.type = "submit";
  made.onsubmit = (event) => {
    event.preventDefault();
    const text = event.currentTarget.querySelector("input").value;
    if (text.trim()) send({ write: text });
  };
  const ready = decides(`ready ${draft.made}`, "Ready", () => send({ done: true, made: draft.made }), "main");
  ready.dataset.part = "ready";
  made.append(field, write, ready);
  return made;
}
