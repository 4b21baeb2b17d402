import assert from "node:assert/strict";
import { test } from "node:test";
import { hue, initials } from "../../Sources/ChatterWeb/Site/scripts/views/avatar.js";

/** The smallest angle between two of some hues. */
function distance(hues) {
  const sorted = hues.toSorted((one, other) => one - other);
  return Math.min(...sorted.map((each, at) => (sorted[at + 1] ?? sorted[0] + 360) - each));
}

test("gives names that differ in their last character different colours", () => {
  for (const begin of ["person ", "ann", "Gruppe "]) {
    const hues = Array.from({ length: 10 }, (_, number) => hue(begin + number));
    assert.ok(hues.every((each) => each >= 0 && each < 360));
    assert.ok(distance(hues) >= 15, `${hues}`);
  }
});

test("gives a name the same colour each time", () => assert.equal(hue("Émile"), hue("Émile")));

test("takes the initials of the first and the last word", () => {
  assert.equal(initials("ann"), "A");
  assert.equal(initials(" ann  van der berg "), "AB");
});
