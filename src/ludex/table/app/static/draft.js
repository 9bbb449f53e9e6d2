// A draft: decisions written down in any sequence, by pressing or typing, until they are handed in together.

import { keepFocus } from "./focus.js";
import { fill } from "./morph.js";
import { button, decides, make } from "./parts.js";
import { redraw } from "./press.js";

let asking = ""; // what the player was asked about before handing it in: not all has an order

/** Draw the draft of a state, or nothing where decisions are final at once. What is being typed stays. */
export function drawDraft(root, state, send) {
  const draw = () => fill(root, ...(state.draft ? [box(state.draft, send, ask)] : []));
  const ask = (about) => {
    asking = about;
    redraw(() => keepFocus(draw));
    root.querySelector(".main")?.focus();
  };
  draw();
}

/** The server has taken what was typed: the field is free for the next order. */
export function emptyDraft(root, text) {
  const field = root.querySelector("input");
  if (field?.value === text) field.value = "";
}

function box(draft, send, ask) {
  const made = make("div", "draft");
  const asked = openIn(draft) && asking === openIn(draft); // the question takes the room of the list
  if (!asked) made.append(list(draft, send));
  const told = draft.warnings.filter((text) => !draft.missing.some((name) => text.startsWith(`${name} `))); // the list names what is missing
  if (!asked && draft.moves.length && told.length) {
    const warnings = make("ul", "warnings");
    warnings.dataset.part = "warnings";
    warnings.setAttribute("aria-label", "Before you submit");
    warnings.append(...told.map((text) => make("li", "", text)));
    made.append(warnings);
  }
  made.append(form(draft, send, ask));
  return made;
}

/** What a draft leaves open: the same as long as nothing is written or erased. */
const openIn = (draft) => (draft.missing.length ? `${draft.made} ${draft.missing.join(", ")}` : "");

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

function form(draft, send, ask) {
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
  const open = openIn(draft);
  const sure = !open || asking === open;
  const hand = () => (sure ? send({ done: true, made: draft.made }) : ask(open));
  const ready = decides(`ready ${draft.made} ${sure}`, open && sure ? "Ready anyway" : "Ready", hand, "main");
  ready.dataset.part = "ready";
  if (open && sure) {
    const question = make("p", "sure", `No order for ${draft.missing.join(", ")}. Hand in your orders all the same?`);
    question.dataset.part = "sure";
    question.setAttribute("role", "alert");
    const back = decides("not ready", "Not yet", () => ask(""));
    made.append(question, back, ready);
  } else made.append(field, write, ready);
  return made;
}
