// Every card and token tells what it does: hovered, focused, or pressed long.

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
  const box = node.getBoundingClientRect();
  const own = shown.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 8;
  shown.style.setProperty("left", `${left}px`);
  shown.style.setProperty("top", `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`);
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
