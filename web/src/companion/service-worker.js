// Keeps the pages for when there is no network. Games need their server; the companion, and the sheets once they have
// been looked at, do not. The two lists are filled in when the pages are built (offline.ts).

const FILES = [] /* files */;
const VERSION = "" /* version */;
const PAGES = `playsheet-${VERSION}`;
const SHEETS = "playsheet-sheets"; // outlives a version: they are fetched anew whenever there is a network
const REFERENCE = /^\/api\/(about|systems|systems\/[^/]+\/(sheet|rulings|procedures)|scenarios\/[^/]+)$/;

/** The sheets and rulings of every system; it is no fault if the server cannot give them now. */
async function fetchSheets() {
  const cache = await caches.open(SHEETS);
  const listed = await fetch("/api/systems");
  await cache.put("/api/systems", listed.clone());
  const { systems } = await listed.json();
  const paths = systems.flatMap(({ id }) => ["sheet", "rulings"].map((what) => `/api/systems/${encodeURIComponent(id)}/${what}`));
  await cache.addAll(paths);
}

async function install() {
  const cache = await caches.open(PAGES);
  await cache.addAll(FILES);
  await fetchSheets().catch(() => undefined);
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("playsheet-") && name !== PAGES && name !== SHEETS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What the server says now; what it said last time if it cannot be reached. */
async function fresh(request, key, name) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (fault) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw fault;
  }
}

/** Built files have a name for each content: what is kept is right. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && (pathname === "/" || pathname === "/index.html")) event.respondWith(fresh(request, "/", PAGES));
  else if (REFERENCE.test(pathname) && !request.headers.has("Authorization")) event.respondWith(fresh(request, pathname, SHEETS));
  else if (FILES.includes(pathname)) event.respondWith(kept(request));
});
