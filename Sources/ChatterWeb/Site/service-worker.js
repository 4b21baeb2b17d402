import { ChatterClient } from "./web/scripts/api/chatter-client.js";
import { Outbox } from "./web/scripts/model/outbox.js";
import { openMessage } from "./web/scripts/model/place.js";
import { LocalDatabase } from "./web/scripts/storage/database.js";
import { SiteCache } from "./web/scripts/storage/site-cache.js";

/**
 * Keeps the page for visits without a network, and sends posts that were written then. It never
 * touches calls: what they return is for the page to keep. The server inserts its version into the
 * paths above, so that each version has a service worker of its own.
 */
const site = new SiteCache();

// It becomes active when no page of another version is open, or when one says so: what a page is
// loading through a worker that is replaced may never arrive.
addEventListener("install", (event) => event.waitUntil(site.fill()));

addEventListener("message", ({ data }) => {
  if (data === "activate") skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([site.removeOthers(), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (site.has(pathname)) event.respondWith(site.respond(event.request, pathname));
});

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendPosts());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification.tag, clients));
});

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
