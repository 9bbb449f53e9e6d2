// What this device remembers, in the browser's storage. A browser that stores nothing still plays.

/** Return what was stored under a name, or `otherwise`. */
export function stored(name, otherwise, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value under a name, if the browser allows it. */
export function store(name, value, where = "localStorage") {
  try {
    window[where].setItem(name, JSON.stringify(value));
  } catch {
    // it is lost with the page
  }
}
