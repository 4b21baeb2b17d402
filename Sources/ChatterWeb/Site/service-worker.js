import { ChatterClient } from "./web/scripts/api/chatter-client.js";
import { Outbox } from "./web/scripts/model/outbox.js";
import { LocalDatabase } from "./web/scripts/storage/database.js";

/**
 * Keeps the page for visits without a network, and sends posts that were written then. It never
 * touches calls: what they return is for the page to keep.
 */
const cacheName = "chatter";
/** How long the server may take before the page of the last visit is shown. */
const timeoutMilliseconds = 3000;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(precache());
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isFile = pathname === "/" || pathname.startsWith("/web/");
  if (event.request.method !== "GET" || origin !== location.origin || !isFile) return;
  event.respondWith(newest(event.request, pathname));
});

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendPosts());
});

/** The page names its files, and the response the modules that they import. */
async function precache() {
  const cache = await caches.open(cacheName);
  const page = await fetch("/", { cache: "no-cache" });
  const named = `${page.headers.get("Link")} ${await page.clone().text()}`;
  await cache.put("/", page);
  await cache.addAll(new Set(named.match(/\/web\/[\w/.-]+/g)));
}

/** The file of the server; that of the last visit if the server is away. */
async function newest(request, pathname) {
  const cache = await caches.open(cacheName);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  });
  const late = new Promise((_, reject) => setTimeout(reject, timeoutMilliseconds));
  try {
    return await Promise.race([fresh, late]);
  } catch {
    return (await cache.match(pathname)) ?? fresh;
  }
}

async function sendPosts() {
  const pages = await clients.matchAll({ type: "window" });
  // An open page sends them itself, and shows that it does.
  if (pages.length > 0) return pages.forEach((page) => page.postMessage("send"));
  const [client, database] = [new ChatterClient(), new LocalDatabase()];
  client.token = (await database.get("drafts", "session"))?.token ?? null;
  const outbox = new Outbox({ client, database });
  await outbox.load();
  if (outbox.items.some(({ state }) => state === "waiting")) throw new Error("still offline");
}
