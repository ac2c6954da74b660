// Keeps the files of the page, so that it starts without a network.  `satdoku web
// --build` writes the version and the list of files.

const scope = /** @type {any} */ (self);
const CACHE = `satdoku-${"version"}`;
const FILES = [/* files */];

self.addEventListener("install", (event) => {
  const kept = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.filter((name) => name !== "sw.js"));
    await scope.skipWaiting();
  };
  event.waitUntil(kept());
});

self.addEventListener("activate", (event) => {
  const cleared = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("satdoku-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(cleared());
});

// What is kept is the whole release; a new one comes with a new service worker.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const url = new URL(event.request.url);
    url.search = "";
    url.hash = "";
    const kept = await cache.match(url.href) ?? (url.pathname.endsWith("/") && await cache.match("index.html"));
    return kept || fetch(event.request);
  };
  event.respondWith(answer());
});
