/**
 * A message, and a second of its clip: `#ID` or `#ID,0:42` in the address of the page.
 * @typedef {{id: string, seconds: number|null, hash: string}} Place
 */
const pattern = /^#([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:,(\d{1,4}):([0-5]\d))?$/i;

/** Returns the place that an address of this page names; null for any other address. */
export function placeIn(url, origin = globalThis.location?.origin) {
  const match = url.origin === origin && url.pathname === "/" ? pattern.exec(url.hash) : null;
  if (!match) return null;
  const [hash, id, minutes, seconds] = match;
  const time = minutes === undefined ? null : 60 * Number(minutes) + Number(seconds);
  return { id: id.toLowerCase(), seconds: time, hash };
}

/** Returns the address of a message, or of a second of its clip. */
export function addressOf(id, seconds = null, origin = globalThis.location?.origin) {
  const time = seconds === null ? "" : `,${clock(seconds)}`;
  return `${origin}/#${id}${time}`;
}

/** Splits a message into the place that it replies to, null without one, and its own text. */
export function splitReply(message, origin = globalThis.location?.origin) {
  const text = message ?? "";
  const [address] = text.split(/\s/, 1);
  const [start, hash] = address.split("/#");
  const place = placeIn({ origin: start, pathname: "/", hash: `#${hash}` }, origin);
  return { place, text: place ? text.slice(address.length + 1) : text };
}

/** Opens a message in a page that is open already, or in a new one: for the service worker. */
export async function openMessage(id, clients) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find(({ url }) => new URL(url).pathname === "/");
  if (!page) return clients.openWindow(`/#${id}`);
  await page.focus();
  page.postMessage({ show: id });
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
