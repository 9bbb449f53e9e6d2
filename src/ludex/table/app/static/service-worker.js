// The service worker of the installed app: it stores the few files of the page that is shown offline, and shows turn
// notices. It never stores boards, tokens, or answers of the API: everything else comes from the network or not at all.

const SCOPE = self.registration.scope;
const here = (path) => new URL(path, SCOPE).href;
const PREFIX = `ludex ${SCOPE} `;
const CACHE = PREFIX + new URL(self.location.href).searchParams.get("v");
const OFFLINE = here("offline");
const SHELL = [OFFLINE, ...["base.css", "site.css", "offline.js", "settings.js", "prefs.js", "storage.js", "installed.js", "where.js", "icon.svg"].map((name) => here(`static/${name}`))];

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

/** Store the shell, read past the browser's own cache, as any visitor gets it; then replace the previous worker. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((url) => new Request(url, { cache: "reload", credentials: "omit" })));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

/** Remove the shells of earlier versions. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(orStored(request, OFFLINE));
  else {
    const plain = request.url.split("?")[0];
    if (SHELL.includes(plain)) event.respondWith(orStored(request, plain));
  }
});

/** Answer from the network, or from the stored shell if there is no network. */
async function orStored(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await (await caches.open(CACHE)).match(url);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

/** Show a turn notice. Browsers require that every message is shown. */
async function show(data) {
  let told = {};
  try {
    told = data.json();
  } catch {
    // shown with the usual words
  }
  await self.registration.showNotification(told.title ?? "Ludex", {
    body: told.body ?? "Something has happened at one of your tables.",
    tag: new URL(here(told.path ?? "./")).pathname,
    lang: told.lang ?? "en",
    icon: here("static/icon-192.png"),
    badge: here("static/icon-notice-96.png"),
    data: { path: told.path ?? "./" },
  });
  await count();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data?.path ?? "./"));
});

self.addEventListener("notificationclose", (event) => {
  event.waitUntil(count());
});

/** Go to the table of a notice: to its page if that is open, otherwise in a new window. */
async function openTable(path) {
  const url = here(path);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url === url);
  if (page) await page.focus();
  else await self.clients.openWindow(url.startsWith(SCOPE) ? url : SCOPE);
  await count();
}

/** Show on the app's icon how many notices are unread. */
async function count() {
  const unread = await self.registration.getNotifications();
  if (unread.length) await self.navigator.setAppBadge?.(unread.length);
  else await self.navigator.clearAppBadge?.();
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(event.oldSubscription, event.newSubscription));
});

/** Pass on the new subscription of this device, when the browser has replaced the old one. */
async function subscribeAgain(old, given) {
  const options = old?.options;
  if (!given && !options) return;
  const found = given ?? (await self.registration.pushManager.subscribe(options));
  await fetch(here("api/me/notices/devices"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...pick(found), replaces: old?.endpoint ?? null }),
  });
}

function pick(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}
