import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, placeIn } from "../../Sources/ChatterWeb/Site/scripts/model/place.js";

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
