import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LiveUpdates } from "../../Sources/ChatterWeb/Site/scripts/api/live-updates.js";
import { chattJSON, FakeEventSource } from "./support/fakes.mjs";

let window, live, states;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeEventSource.all = [];
  window = new EventTarget();
  live = new LiveUpdates({ EventSource: FakeEventSource, window });
  states = [];
  live.addEventListener("state", () => states.push(live.state));
  live.start();
});

afterEach(() => {
  mock.timers.reset();
});

test("is connecting, then live", () => {
  assert.equal(live.state, "connecting");
  FakeEventSource.latest.open();
  assert.deepEqual(states, ["live"]);
});

test("passes chatts, deletions and resets on", () => {
  const received = [];
  for (const type of ["chatt", "delete", "reset"]) {
    live.addEventListener(type, ({ detail }) => received.push([type, detail?.message ?? detail]));
  }
  FakeEventSource.latest.receive("chatt", chattJSON(1), "p1");
  FakeEventSource.latest.receive("delete", { id: "x" }, "p2");
  FakeEventSource.latest.receive("reset", {}, "p3");
  assert.deepEqual(received, [["chatt", "message 1"], ["delete", "x"], ["reset", null]]);
});

test("leaves a lost connection to the browser, which continues by itself", () => {
  FakeEventSource.latest.open();
  FakeEventSource.latest.fail({ isFinal: false });
  mock.timers.tick(60_000);
  assert.equal(FakeEventSource.all.length, 1);
  FakeEventSource.latest.open();
  assert.deepEqual(states, ["live", "offline", "live"]);
});

test("connects again after a refusal, ever more slowly, at the position it has reached", () => {
  FakeEventSource.latest.open();
  FakeEventSource.latest.receive("chatt", chattJSON(1), "a:1");
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const { length } = FakeEventSource.all;
    FakeEventSource.latest.fail({ isFinal: true });
    mock.timers.tick(seconds * 1000 - 1);
    assert.equal(FakeEventSource.all.length, length);
    mock.timers.tick(1);
    assert.equal(FakeEventSource.all.length, length + 1);
    assert.equal(FakeEventSource.latest.url, "/v1/events?since=a%3A1");
  }
});

test("does not wait when the network is back", () => {
  window.dispatchEvent(new Event("offline"));
  assert.equal(live.state, "offline");
  assert.equal(FakeEventSource.latest.readyState, 2);
  window.dispatchEvent(new Event("online"));
  assert.equal(FakeEventSource.all.length, 2);
});
