// The map of a board: all of it, or larger and scrolled inside its frame; what is written on it can be read at every size.

import { prefer, prefs } from "./prefs.js";

const SIZES = ["whole", "wide", "large"];
const READABLE = 0.48; // drawn smaller than that, the names on a map are hard to read
const LARGE = 1.06; // from here on, letters of 9.5 units can be read
const LEAST_TEXT = 10.5; // pixels on the screen
const FINGER = 21; // pixels from the middle of a target to its edge, where fingers press
const fingers = matchMedia("(pointer: coarse), (max-width: 60rem)");

/** Let people choose how large a map is, and keep it on the device. Call what this gives whenever the board is drawn. */
export function watchMap(stage) {
  let placed = null;
  let usual = "whole"; // unless a person chose
  let shown = ""; // the order that is shown on the map
  let asked = false; // whether something could be pressed when it was last drawn
  const watch = new ResizeObserver(() => measure(stage));
  stage.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-map-step]");
    if (pressed) change(Number(pressed.dataset.mapStep));
    const order = event.target.closest("[data-shows]")?.dataset.shows;
    if (order === undefined) return;
    shown = shown === order ? "" : order;
    showOrder(stage, shown);
    stage.querySelector(".orders > .shown")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  addEventListener("resize", () => {
    placed = null;
    fit();
  });
  return fit;

  function fit() {
    const map = stage.querySelector(".map");
    if (!map) return;
    if (placed !== map) {
      usual = usualSize(map);
      watch.disconnect();
      watch.observe(map);
    }
    stage.dataset.map = SIZES.includes(prefs.map) ? prefs.map : usual;
    measure(stage);
    const lit = map.querySelectorAll(".lit");
    if (placed !== map || (lit.length && !asked && !inSight(map, lit))) look(map);
    asked = lit.length > 0;
    placed = map;
    shown = showOrder(stage, shown);
  }

  /** All of it, if that can be read. */
  function usualSize(map) {
    stage.style.setProperty("--map-width", `${map.viewBox.baseVal.width}px`);
    stage.dataset.map = "whole";
    return scaleOf(map) < READABLE ? "wide" : "whole";
  }

  function change(steps) {
    const scroll = stage.querySelector(".map-scroll");
    const x = (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth;
    const y = (scroll.scrollTop + scroll.clientHeight / 2) / scroll.scrollHeight;
    const next = SIZES[SIZES.indexOf(stage.dataset.map) + steps];
    if (!next) return;
    prefer("map", next);
    fit();
    centre(scroll, x * scroll.scrollWidth, y * scroll.scrollHeight);
  }
}

/** Pixels of the screen for a unit of the map. */
function scaleOf(map) {
  const { width, height } = map.getBoundingClientRect();
  const box = map.viewBox.baseVal;
  return Math.min(width / box.width, height / box.height);
}

/** Tell the style sheets how large a map is drawn, so that names and targets keep their size on the screen. */
function measure(stage) {
  const map = stage.querySelector(".map");
  const scale = map ? scaleOf(map) : 0;
  if (!scale) return;
  const set = (name, value) => stage.style.setProperty(`--map-${name}`, value);
  set("scale", scale.toFixed(3));
  set("text", `${(LEAST_TEXT / scale).toFixed(1)}px`);
  set("finger", `${((fingers.matches ? FINGER : FINGER / 2) / scale).toFixed(1)}px`);
  stage.dataset.mapNames = scale < READABLE ? "none" : "all";
  stage.dataset.mapSmall = scale < LARGE ? "none" : "all"; // what is written in the smallest letters
}

/** Show an order of the list on the map, or none. Returns the one that is shown. */
function showOrder(stage, order) {
  const arrow = order && [...stage.querySelectorAll("[data-shown-by]")].find((node) => node.dataset.shownBy === order);
  for (const node of stage.querySelectorAll("[data-shown-by].shown")) if (node !== arrow) node.classList.remove("shown");
  if (arrow) arrow.classList.add("shown");
  for (const node of stage.querySelectorAll("[data-shows]")) node.setAttribute("aria-pressed", String(Boolean(arrow) && node.dataset.shows === order));
  stage.querySelector(".map")?.classList.toggle("showing", Boolean(arrow));
  return arrow ? order : "";
}

/** Return whether one of these elements can be seen in the map's frame. */
function inSight(map, nodes) {
  const frame = map.parentElement.getBoundingClientRect();
  return [...nodes].some((node) => {
    const box = (node.querySelector(".reach") ?? node).getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  });
}

/** Begin where something can be pressed, or in the middle. */
function look(map) {
  const scroll = map.parentElement;
  const from = map.getBoundingClientRect();
  const lit = [...map.querySelectorAll(".lit")].map((node) => node.getBoundingClientRect());
  const all = lit.length ? lit : [from];
  const middle = (low, high) => all.reduce((sum, box) => sum + (box[low] + box[high]) / 2, 0) / all.length;
  centre(scroll, middle("left", "right") - from.left, middle("top", "bottom") - from.top);
}

function centre(scroll, x, y) {
  scroll.scrollTo(x - scroll.clientWidth / 2, y - scroll.clientHeight / 2);
}

/** Return the element that a press means: on a map, fingers that miss a lit target by a little mean the nearest one. */
export function aimOf(event) {
  const map = event.target.closest?.(".map");
  if (!map || event.pointerType === "mouse" || !event.pointerType || event.target.closest(".lit")) return event.target;
  let nearest = event.target;
  let least = FINGER;
  for (const node of map.querySelectorAll(".lit")) {
    const box = (node.querySelector(".reach") ?? node).getBoundingClientRect();
    const away = Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
    if (away <= least) [nearest, least] = [node, away];
  }
  return nearest;
}
