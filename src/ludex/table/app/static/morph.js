// Turns one tree of elements into another and keeps what is the same: focus, caret, scroll places and unsent input survive.

import { placed } from "./where.js";

const HANDLERS = ["onclick", "onsubmit", "oninput", "onchange", "onkeydown"];
const keyOf = (node) => node.dataset?.key ?? node.dataset?.part;

/** Make the children of `node` those of the HTML. */
export function morph(node, html) {
  const template = document.createElement("template");
  template.innerHTML = placed(html);
  children(node, template.content, false);
}

/** Make the children of `node` like these nodes. Elements stay what they are: attributes, texts and handlers change. */
export function fill(node, ...wanted) {
  const all = document.createDocumentFragment();
  all.append(...wanted);
  children(node, all, true);
}

/** `live`: elements have handlers, which must be taken over even where everything looks the same. */
function children(from, to, live) {
  const wished = new Set([...to.children].map(keyOf));
  const keyed = new Map();
  for (const child of [...from.children]) {
    const key = keyOf(child);
    if (!key) continue;
    if (wished.has(key)) keyed.set(key, child);
    else child.remove(); // first, so that what stays need not be moved: an element that is moved loses the focus
  }
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    let found = key ? keyed.get(key) : at;
    if (found && !key && keyOf(found)) found = null;
    if (!found || found.nodeType !== wanted.nodeType || found.nodeName !== wanted.nodeName) {
      from.insertBefore(wanted, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else from.insertBefore(found, at);
    update(found, wanted, live);
    if (key) keyed.delete(key);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function update(found, wanted, live) {
  if (found.nodeType !== Node.ELEMENT_NODE) {
    if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
    return;
  }
  if (live) for (const name of HANDLERS) found[name] = wanted[name];
  else if (found.isEqualNode(wanted)) return;
  for (const { name } of [...found.attributes]) if (!wanted.hasAttribute(name)) found.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (found.getAttribute(name) !== value) found.setAttribute(name, value);
  children(found, wanted, live);
}
