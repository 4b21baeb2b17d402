import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { nextState } from "../../Sources/ChatterWeb/Site/scripts/player/player-state.js";

// Exported from Swift: Tests/ChatterAudioTests/States/PlayerState+TableTests.swift.
const url = new URL("player-table.json", import.meta.url);
const { transitions } = JSON.parse(await readFile(url, "utf8"));
const events = ["playTapped", "stopTapped", "doneTapped", "failed"];

const parse = (name) => {
  const [, kind, mode] = name.match(/^(\w+)(?:\((\w+)\))?$/);
  return mode ? { kind, mode } : { kind };
};

test("has the same transitions as in Swift without recording, and no others", () => {
  const states = Object.entries(transitions).filter(([name]) => !name.includes("record"));
  assert.equal(states.length, 6);
  for (const [name, arrows] of states) {
    for (const event of events) {
      const expected = arrows[event] ? parse(arrows[event]) : null;
      assert.deepEqual(nextState(parse(name), event), expected, `${event} in ${name}`);
    }
  }
});
