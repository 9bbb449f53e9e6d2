// The parts that pages are made of.

export function make(name, cls = "", text = "") {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  if (text) node.textContent = text;
  return node;
}

/** A seat by its role, as the powers of Diplomacy are called, or by the name of its player. */
export const calledOf = (seat) => seat.role ?? seat.name;

/** The player of a seat that is called by its role; nothing where the two are the same. */
export const personOf = (seat) => (seat.role && seat.name !== seat.role ? seat.name : "");

export function button(label, press, cls = "") {
  const node = make("button", cls, label);
  node.type = "button";
  if (press) node.onclick = press;
  return node;
}

/** A button that decides something. `does` says what: a press counts only for what stood there when it began. */
export function decides(does, label, press, cls = "") {
  const node = button(label, press, cls);
  node.dataset.does = does;
  node.dataset.part = does;
  return node;
}
