// The installed app: the service worker, and the badge on the app's icon. Without a worker the pages do the same, online.

import { here } from "./where.js";

const version = document.documentElement.dataset.worker;
let registered = null;

/** Return the registration of the service worker, or null where there is none. */
export async function worker() {
  if (!version || !navigator.serviceWorker) return null;
  registered ??= navigator.serviceWorker.register(here(`/service-worker.js?v=${version}`), { scope: here("/") });
  try {
    return (await registered) ?? null;
  } catch {
    return null; // a private window, or a browser that allows none
  }
}

/** Show on the app's icon how many tables wait for this person: this one if `mine`, and those of unread notices. */
export async function badge(mine, tag) {
  try {
    const all = (await (await worker())?.getNotifications()) ?? [];
    const others = all.filter((one) => one.tag !== tag);
    for (const one of all) if (one.tag === tag) one.close(); // the person is at the table
    const waiting = others.length + (mine ? 1 : 0);
    if (waiting) await navigator.setAppBadge?.(waiting);
    else await navigator.clearAppBadge?.();
  } catch {
    // an icon without a badge
  }
}

worker();
