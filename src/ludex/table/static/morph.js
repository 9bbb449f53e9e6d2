// Turns one tree of elements into another and keeps what is the same: focus, scroll places and unsent input survive.

/** Make the children of `node` those of the HTML. */
export function morph(node, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(node, template.content);
}

function children(from, to) {
  const keyed = new Map();
  for (const child of from.children) if (child.dataset?.key) keyed.set(child.dataset.key, child);
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = wanted.dataset?.key;
    let found = key ? keyed.get(key) : at;
    if (found && !key && found.dataset?.key) found = null;
    if (!found || found.nodeType !== wanted.nodeType || found.nodeName !== wanted.nodeName) {
      from.insertBefore(wanted, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else from.insertBefore(found, at);
    update(found, wanted);
    if (key) keyed.delete(key);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function update(found, wanted) {
  if (found.nodeType !== Node.ELEMENT_NODE) {
    if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
    return;
  }
  if (found.isEqualNode(wanted)) return;
  for (const { name } of [...found.attributes]) if (!wanted.hasAttribute(name)) found.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (found.getAttribute(name) !== value) found.setAttribute(name, value);
  children(found, wanted);
}
