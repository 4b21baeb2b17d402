import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { nextState } from "../../Sources/ChatterWeb/Site/scripts/player/player-state.js";
import { PlayerUIState } from "../../Sources/ChatterWeb/Site/scripts/player/player-ui-state.js";

// Exported from Swift: Tests/ChatterAudioTests/States/PlayerState+TableTests.swift.
const url = new URL("player-table.json", import.meta.url);
const { transitions, buttons, propagations } = JSON.parse(await readFile(url, "utf8"));
const events = ["recTapped", "playTapped", "stopTapped", "doneTapped", "failed"];

const parse = (name) => {
  const [, kind, mode] = name.match(/^(\w+)(?:\((\w+)\))?$/);
  return mode ? { kind, mode } : { kind };
};

test("has the same transitions as in Swift, and no others", () => {
  assert.equal(Object.keys(transitions).length, 10);
  for (const [name, arrows] of Object.entries(transitions)) {
    for (const event of events) {
      const expected = arrows[event] ? parse(arrows[event]) : null;
      assert.deepEqual(nextState(parse(name), event), expected, `${event} in ${name}`);
    }
  }
});

test("has the same buttons as in Swift, after every state and any before it", () => {
  assert.ok(buttons.length > 5);
  assert.deepEqual({ ...new PlayerUIState() }, buttons[0]);
  for (const [name, after] of Object.entries(propagations)) {
    for (const [before, index] of after.entries()) {
      const ui = Object.assign(new PlayerUIState(), buttons[before]);
      ui.propagate(parse(name));
      assert.deepEqual({ ...ui }, buttons[index], `${name} after ${JSON.stringify(buttons[before])}`);
    }
  }
});
