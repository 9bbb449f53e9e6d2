// Tells a person that it is their turn: in the title, and by sound or a notification if they wish.

import { prefs } from "./prefs.js";

const title = document.title;
let mine = false;

/** Show whose turn it is. A person is called once per turn. */
export function callIfTurn(now, what) {
  document.title = now ? `● Your turn – ${title}` : title;
  if (now && !mine) {
    if (prefs.sound) chime();
    if (prefs.notify && document.hidden && globalThis.Notification?.permission === "granted") {
      const notice = new Notification("Your turn", { body: what, tag: location.pathname });
      notice.onclick = () => {
        focus();
        notice.close();
      };
    }
  }
  mine = now;
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
