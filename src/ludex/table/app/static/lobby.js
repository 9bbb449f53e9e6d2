// Before the game begins: who sits where, links for those who are missing, and my own chair.

import { button, make } from "./parts.js";
import { call, linksOf } from "./api.js";
import { copy } from "./copy.js";
import { fill } from "./morph.js";
import { drawRules } from "./players.js";
import { strangerAt } from "./records.js";
import { prefer, prefs } from "./prefs.js";
import { entropyFor, keepEntropy, newEntropy } from "./promises.js";

/** Sit down at those of my seats that have a name already. */
export function sitIfNamed(state, say) {
  for (const seat of state.mine ?? []) {
    const there = state.seats[seat];
    const name = there.name === "Guest" && prefs.name ? prefs.name : there.name;
    // at an anonymous table, the server knows for whom the seat is reserved, and the page does not
    if (!there.sat && name) say({ type: "sit", name: state.anonymous ? "" : name, entropy: entropyFor(state.table, seat), seat });
  }
}

const sittingOf = (seat) => (!seat.sat ? "not here yet" : seat.ready === false ? "is asked whether they are ready" : "is seated");

function readying(done) {
  const box = make("div", "row");
  box.dataset.part = "ready";
  box.append(make("p", "grow", "You took your seat some time ago. Without an answer within a day, it is free again."), button("I am ready", done, "main"));
  return box;
}

let drawn = []; // what the lobby was drawn from
const redraw = () => drawLobby(...drawn);
let wished = null; // the free seat at which a spectator wants to sit

/** Draw the lobby, or nothing once the game has begun. What is being typed stays. */
export function drawLobby(root, state, say) {
  drawn = [root, state, say];
  root.hidden = state.status !== "open";
  if (root.hidden) return root.replaceChildren();
  const mine = (state.mine ?? []).filter((seat) => !state.seats[seat].sat);
  const asked = state.seats.some((seat) => seat.ready === false);
  const parts = [make("h2", "", asked ? "The game begins when all players are ready." : "The game begins when all seats are taken.")];
  const late = (state.mine ?? []).filter((seat) => state.seats[seat].ready === false);
  if (late.length) parts.push(readying(() => say({ type: "ready", seat: late[0] })));
  if (mine.length) parts.push(sitting("Take your seat", (name) => say({ type: "sit", name, entropy: entropyFor(state.table, mine[0]), seat: mine[0] })));
  const links = linksOf(state.table);
  const missing = state.seats.filter((seat) => !seat.sat && links[seat.seat] && !state.mine?.includes(seat.seat)).length;
  if (missing) parts.push(make("p", "soft", missing === 1 ? "Send this link to the other player:" : "Send each player the link of their seat:"));
  const list = make("ul", "lines");
  for (const seat of state.seats) {
    const item = make("li", `s${seat.seat % 8}`);
    item.dataset.part = `seat ${seat.seat}`;
    item.append(make("b", "chip", seat.name || `Seat ${seat.seat + 1}`), make("span", "soft grow", [sittingOf(seat), strangerAt(seat, state, redraw)].filter(Boolean).join(" · ")));
    const link = links[seat.seat];
    if (!seat.sat && link && !state.mine?.includes(seat.seat)) {
      const address = new URL(link, location.href).href;
      const copying = button("Copy the link", async (event) => {
        const pressed = event.currentTarget;
        (await copy(address, pressed)) || pressed.previousElementSibling.select();
      });
      const field = make("input", "grow");
      field.readOnly = true;
      field.setAttribute("value", address);
      field.setAttribute("aria-label", `Link for seat ${seat.seat + 1}`);
      item.append(field, copying);
    } else if (seat.free && state.you === null) {
      item.append(button("Sit here", () => {
        wished = seat.seat;
        drawLobby(root, state, say);
        root.querySelector("form :is(input, button)").focus();
      }));
    }
    list.append(item);
  }
  parts.push(list, drawRules(state));
  if (state.you === null && state.seats[wished]?.free) {
    parts.push(sitting(`Sit at seat ${wished + 1}`, (name) => take(state.table, wished, name).catch((error) => (root.querySelector("h2").textContent = error.message))));
  }
  fill(root, ...parts);
}

const secret = newEntropy(); // the same for every try: if an answer is lost, the next press gets the same seat

/** Sit down at a free seat. */
export async function take(table, seat, name) {
  const entropy = newEntropy();
  const taken = await call("POST", `/api/tables/${table}/seats`, { seat, name, entropy, secret });
  if (taken.entropy === entropy) keepEntropy(table, taken.seat, entropy); // a game that has begun takes no more
  location.assign(taken.link ?? location.href);
}

/** A form to sit down. A name that this device knows is not asked for again. */
function sitting(label, done) {
  if (!prefs.name) return form(label, done);
  const made = make("form", "row");
  made.dataset.part = label;
  const go = button(`${label} as ${prefs.name}`, null, "main");
  go.type = "submit";
  made.append(go);
  made.onsubmit = (event) => {
    event.preventDefault();
    done(prefs.name);
  };
  return made;
}

function form(label, done) {
  const made = make("form", "row");
  made.dataset.part = label;
  const field = make("input");
  Object.assign(field, { value: prefs.name, maxLength: 24, required: true, placeholder: "your name", autocomplete: "nickname" });
  field.setAttribute("aria-label", "Your name");
  const go = button(label, null, "main");
  go.type = "submit";
  made.append(field, go);
  made.onsubmit = (event) => {
    event.preventDefault();
    const name = event.currentTarget.querySelector("input").value.trim();
    prefer("name", name);
    done(name);
  };
  return made;
}
