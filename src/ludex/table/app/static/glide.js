// What moved on the board moves visibly: from where an element was to where it is (by its key).

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Run a change of the page, then let every keyed element glide from its old place to its new one. */
export function glide(root, change, speed = 320) {
  if (still.matches || !speed || document.hidden) return change();
  const before = places(root);
  change();
  const after = places(root);
  for (const [key, { node, box }] of after) {
    const old = before.get(key) ?? before.get(node.dataset.from);
    if (!old) {
      if (before.size) appear(node, speed);
      continue;
    }
    const dx = old.box.left - box.left;
    const dy = old.box.top - box.top;
    const scale = box.width && old.box.width && before.has(key) ? old.box.width / box.width : 1;
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) continue;
    node.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
      { duration: speed, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  }
}

function appear(node, speed) {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: speed, easing: "ease-out" });
}

function places(root) {
  const found = new Map();
  for (const node of root.querySelectorAll("[data-key]")) {
    const box = node.getBoundingClientRect();
    if (box.width || box.height) found.set(node.dataset.key, { node, box });
  }
  return found;
}
