import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf, openMessage, placeIn, splitReply,
} from "../../Sources/ChatterWeb/Site/scripts/model/place.js";

const origin = "https://chatter.example";
const id = "01942485-5e23-7d27-9f0c-000000000001";
const place = (address) => placeIn(new URL(address, origin), origin);

test("reads what it writes", () => {
  for (const seconds of [null, 0, 42.9, 61, 5999]) {
    const read = place(addressOf(id, seconds, origin));
    assert.equal(read.id, id);
    assert.equal(read.seconds, seconds === null ? null : Math.floor(seconds));
  }
  assert.equal(addressOf(id, 42.9, origin), `${origin}/#${id},0:42`);
  assert.equal(place(`/#${id.toUpperCase()}`).id, id);
});

for (const address of [
  "/", "/#", "/#token=a", `/#${id},`, `/#${id},42`, `/#${id},0:60`, `/#${id},0:1`, `/#x${id}`,
  `/#${id}x`, `/trust#${id}`, `https://other.example/#${id}`, `/#${id.slice(1)}`,
]) {
  test(`finds no message in ${address}`, () => assert.equal(place(address), null));
}

for (const [message, replied, text] of [
  [`${origin}/#${id},0:18 Really?`, [id, 18], "Really?"],
  [`${origin}/#${id} One\nTwo`, [id, null], "One\nTwo"],
  [`${origin}/#${id}`, [id, null], ""],
  [`See ${origin}/#${id}`, null, `See ${origin}/#${id}`],
  [`${origin}/#${id}x Really?`, null, `${origin}/#${id}x Really?`],
  [`https://other.example/#${id} Really?`, null, `https://other.example/#${id} Really?`],
  ["/# Really?", null, "/# Really?"],
  ["", null, ""],
  [null, null, ""],
]) {
  test(`splits ${message} into what it replies to and its text`, () => {
    const split = splitReply(message, origin);
    assert.deepEqual(split.place && [split.place.id, split.place.seconds], replied);
    assert.equal(split.text, text);
  });
}

/** The windows of a service worker; `events` notes what is done with them. */
function fakeClients(...urls) {
  const events = [];
  const windows = urls.map((url) => ({
    url,
    focus: async () => events.push(`focus ${url}`),
    postMessage: ({ show }) => events.push(`show ${show}`),
  }));
  const openWindow = async (url) => events.push(`open ${url}`);
  return { events, matchAll: async () => windows, openWindow };
}

test("opens a message in the page that is open", async () => {
  const clients = fakeClients(`${origin}/trust`, `${origin}/?view=board`);
  await openMessage(id, clients);
  assert.deepEqual(clients.events, [`focus ${origin}/?view=board`, `show ${id}`]);
});

test("opens a message in a new page if none is open", async () => {
  const clients = fakeClients(`${origin}/trust`);
  await openMessage(id, clients);
  assert.deepEqual(clients.events, [`open /#${id}`]);
});
