// A person's preferences on this device. Stored in the browser, never sent.

import { store, stored } from "./storage.js";

const KEY = "ludex";
const DEFAULTS = { theme: "auto", sound: false, motion: true, suits: "two", confirm: false, notify: false, map: "", name: "", asked: false, list: false, calm: 350, bubbles: true };

export const prefs = { ...DEFAULTS, ...stored(KEY, {}) };

/** Change a preference and keep it. */
export function prefer(name, value) {
  prefs[name] = value;
  store(KEY, prefs);
  show();
}

/** Show the preferences on the page. */
export function show() {
  const root = document.documentElement;
  if (prefs.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
  root.dataset.suits = prefs.suits;
}

show();
