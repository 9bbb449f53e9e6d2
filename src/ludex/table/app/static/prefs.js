// A person's preferences on this device. Stored in the browser, never sent.

const KEY = "ludex";
const DEFAULTS = { theme: "auto", sound: false, motion: true, suits: "two", confirm: false, notify: false, map: "", name: "", asked: false, list: false, calm: 350 };

export const prefs = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Change a preference and keep it. */
export function prefer(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // a browser that keeps nothing still plays
  }
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
