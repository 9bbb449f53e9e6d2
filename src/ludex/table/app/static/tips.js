// Every card and token tells what it does: hovered, focused, or pressed long.

const GAP = 8; // pixels between a tip and its element
const GRID = 6;

let shown = null;
let timer = 0;

function open(node) {
  close();
  const text = node.dataset.tip;
  if (!text) return;
  shown = document.createElement("div");
  shown.className = "tip";
  shown.setAttribute("role", "tooltip");
  shown.textContent = text;
  document.body.append(shown);
  const at = placeFor(node, shown.getBoundingClientRect());
  shown.style.setProperty("left", `${at.left}px`);
  shown.style.setProperty("top", `${at.top}px`);
}

/** Where a tip of this size covers nothing that can be pressed: next to its element, or in a corner of the map. */
function placeFor(node, own) {
  const box = node.getBoundingClientRect();
  const left = box.left + box.width / 2 - own.width / 2;
  const top = box.top + box.height / 2 - own.height / 2;
  const places = [
    { left, top: box.top - own.height - GAP },
    { left, top: box.bottom + GAP },
    { left: box.right + GAP, top },
    { left: box.left - own.width - GAP, top },
  ];
  const frame = node.closest(".map-frame")?.getBoundingClientRect();
  if (frame) {
    const [west, east] = [frame.left + GAP, frame.right - own.width - GAP];
    const [north, south] = [frame.top + GAP, frame.bottom - own.height - GAP];
    places.push({ left: west, top: south }, { left: west, top: north }, { left: east, top: south }, { left: west, top: frame.top - own.height - GAP });
  }
  const inside = places.map((at) => ({
    left: Math.min(Math.max(GAP, at.left), innerWidth - own.width - GAP),
    top: Math.min(Math.max(GAP, at.top), innerHeight - own.height - GAP),
  }));
  const covers = inside.map((at) => covered(at, own, node));
  return inside[covers.indexOf(Math.min(...covers))];
}

/** How much of a place for a tip lies over what can be pressed, or over its own element: points of a grid. */
function covered({ left, top }, { width, height }, node) {
  let count = 0;
  for (let x = 0; x <= GRID; x += 1) {
    for (let y = 0; y <= GRID; y += 1) {
      const there = document.elementFromPoint(left + (x / GRID) * (width - 1), top + (y / GRID) * (height - 1));
      if (there && (node.contains(there) || there.closest(".lit, button, a, input"))) count += 1;
    }
  }
  return count;
}

function close() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

const tipped = (event) => event.target.closest?.("[data-tip]");

/** Watch the page for elements with a tip. */
export function watchTips() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") {
      clearTimeout(timer);
      const node = tipped(event);
      if (node) timer = setTimeout(() => open(node), 350);
      else close();
    }
  });
  document.addEventListener("focusin", (event) => (tipped(event) && event.target.matches(":focus-visible") ? open(tipped(event)) : close()));
  document.addEventListener("pointerdown", (event) => {
    close();
    const node = tipped(event);
    if (node && event.pointerType !== "mouse") timer = setTimeout(() => open(node), 450);
  });
  for (const kind of ["pointerup", "pointercancel", "scroll", "keydown"]) {
    document.addEventListener(kind, (event) => (shown && event.type === "pointerup" ? setTimeout(close, 1800) : close()), true);
  }
}
