// The map of a board: all of it, or larger and scrolled inside its frame.

import { prefer, prefs } from "./prefs.js";

const SIZES = ["whole", "wide", "large"];
const READABLE = 0.48; // drawn smaller than that, the names on a map are hard to read

/** Let people choose how large a map is, and keep it on the device. Call what this gives whenever the board is drawn. */
export function watchMap(stage) {
  let placed = null;
  let usual = "whole"; // unless a person chose
  stage.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-map-step]");
    if (pressed) change(Number(pressed.dataset.mapStep));
  });
  addEventListener("resize", () => {
    placed = null;
    fit();
  });
  return fit;

  function fit() {
    const map = stage.querySelector(".map");
    if (!map) return;
    if (placed !== map) usual = usualSize(map);
    stage.dataset.map = SIZES.includes(prefs.map) ? prefs.map : usual;
    if (placed !== map) look(map);
    placed = map;
  }

  /** All of it, if that can be read. */
  function usualSize(map) {
    const width = map.viewBox.baseVal.width;
    stage.style.setProperty("--map-width", `${width}px`);
    stage.dataset.map = "whole";
    return map.getBoundingClientRect().width < READABLE * width ? "wide" : "whole";
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

/** Begin where something can be pressed, or in the middle. */
function look(map) {
  const scroll = map.parentElement;
  const from = map.getBoundingClientRect();
  const box = (map.querySelector(".lit") ?? map).getBoundingClientRect();
  centre(scroll, box.left + box.width / 2 - from.left, box.top + box.height / 2 - from.top);
}

function centre(scroll, x, y) {
  scroll.scrollTo(x - scroll.clientWidth / 2, y - scroll.clientHeight / 2);
}
