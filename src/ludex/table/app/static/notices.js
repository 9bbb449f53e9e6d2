// Tells a person that it is their turn: in the title, on the app's icon, and by sound or a notification if they wish.

import { badge, worker } from "./installed.js";
import { prefs } from "./prefs.js";

const title = document.title;
let mine = null; // unknown until the table has said it

/** Show whose turn it is. A person is called once per turn. */
export function callIfTurn(now, what) {
  document.title = now ? `● Your turn – ${title}` : title;
  if (now !== mine) badge(now, location.pathname);
  if (now && !mine) {
    if (prefs.sound) chime();
    if (prefs.notify && document.hidden && globalThis.Notification?.permission === "granted") {
      notify("Your turn", { body: what, tag: location.pathname });
    }
  }
  mine = now;
}

/** Show a notification. On phones only a service worker may do so. */
async function notify(words, options) {
  try {
    const notice = new Notification(words, options);
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    const path = location.pathname + location.search;
    (await worker())?.showNotification(words, { ...options, data: { path } });
  }
}

function chime() {
  try {
    const audio = new AudioContext();
    [523, 784].forEach((pitch, place) => {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      const at = audio.currentTime + place * 0.13;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    });
  } catch {
    // no sound is better than no turn
  }
}
