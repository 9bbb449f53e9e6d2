// Clocks of the seats: the server says how much is left, the page counts down, and speaks at 60, 30 and 10 seconds.

const SPOKEN = [60, 30, 10];
let clocks = [];
let told = new Set();
let countdown = null;

/** The countdown of an open auction: any bid starts it again. */
export function setCountdown(given) {
  countdown = given ? { ...given, since: performance.now() / 1000 } : null;
  drawCountdown();
}

function drawCountdown() {
  const node = document.getElementById("countdown");
  node.toggleAttribute("hidden", !countdown); // an SVG element has no property of that name
  if (!countdown) return;
  const seconds = Math.max(0, countdown.left - (performance.now() / 1000 - countdown.since));
  node.querySelector("circle:last-of-type").setAttribute("stroke-dashoffset", String(100 - (100 * seconds) / countdown.total));
  node.querySelector("text").textContent = Math.ceil(seconds);
}

/** Take over the clocks of a state. `say` speaks to screen readers. */
export function setClocks(seats, me, say) {
  const now = performance.now() / 1000;
  clocks = seats
    .filter((seat) => seat.clock)
    .map((seat) => ({ seat: seat.seat, left: seat.clock.left, running: seat.clock.running, since: now }));
  told = new Set(SPOKEN.filter((mark) => left(clocks.find((clock) => clock.seat === me)) < mark));
  tick(me, say);
}

const left = (clock) =>
  clock ? Math.max(0, clock.left - (clock.running ? performance.now() / 1000 - clock.since : 0)) : Infinity;

/** Draw the clocks; called every quarter of a second. */
export function tick(me, say) {
  drawCountdown();
  for (const clock of clocks) {
    const node = document.querySelector(`.seats [data-seat="${clock.seat}"] .clock`);
    const seconds = left(clock);
    if (node) {
      node.textContent = spell(seconds);
      node.classList.toggle("low", clock.running && seconds < 15);
    }
    if (clock.seat !== me || !clock.running) continue;
    for (const mark of SPOKEN) {
      if (seconds <= mark && !told.has(mark)) {
        told.add(mark);
        say(`${mark} seconds left`);
      }
    }
  }
}

/** Seconds as people read them. */
export function spell(seconds) {
  if (seconds >= 172800) return `${Math.round(seconds / 86400)} days`;
  if (seconds >= 5400) return `${Math.round(seconds / 3600)} h`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
