import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import {
  NetworkError,
  ProblemError,
} from "../../Sources/ChatterWeb/Site/scripts/api/chatter-client.js";
import { LiveUpdates } from "../../Sources/ChatterWeb/Site/scripts/api/live-updates.js";
import { chattJSON, FakeEventStream } from "./support/fakes.mjs";

let window, live, states;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeEventStream.all = [];
  window = new EventTarget();
  live = new LiveUpdates({ connect: (position) => new FakeEventStream(position), window });
  states = [];
  live.addEventListener("state", () => states.push(live.state));
  live.start();
});

afterEach(() => {
  mock.timers.reset();
});

test("is connecting, then live", () => {
  assert.equal(live.state, "connecting");
  FakeEventStream.latest.open();
  assert.deepEqual(states, ["live"]);
});

test("passes chatts, deletions and resets on", () => {
  const received = [];
  for (const type of ["chatt", "delete", "reset"]) {
    live.addEventListener(type, ({ detail }) => received.push([type, detail?.message ?? detail]));
  }
  FakeEventStream.latest.receive("chatt", chattJSON(1), "p1");
  FakeEventStream.latest.receive("delete", { id: "x" }, "p2");
  FakeEventStream.latest.receive("reset", {}, "p3");
  assert.deepEqual(received, [["chatt", "message 1"], ["delete", "x"], ["reset", null]]);
});

test("connects again after the end of a stream, not before the time that the server says", () => {
  FakeEventStream.latest.open();
  FakeEventStream.latest.retryMilliseconds = 5000;
  FakeEventStream.latest.fail();
  mock.timers.tick(4999);
  assert.equal(FakeEventStream.all.length, 1);
  mock.timers.tick(1);
  FakeEventStream.latest.open();
  assert.deepEqual(states, ["live", "offline", "live"]);
});

test("waits for a token if the server accepts none", () => {
  FakeEventStream.latest.fail(new ProblemError(401));
  mock.timers.tick(60_000);
  assert.equal(FakeEventStream.all.length, 1);
  assert.deepEqual(states, ["denied"]);
  live.open();
  FakeEventStream.latest.open();
  assert.deepEqual(states, ["denied", "live"]);
});

test("forgets its position when it stops", () => {
  FakeEventStream.latest.open();
  FakeEventStream.latest.receive("chatt", chattJSON(1), "p1");
  live.stop();
  assert.equal(FakeEventStream.latest.isClosed, true);
  live.open();
  assert.equal(FakeEventStream.latest.position, null);
});

test("connects again after a refusal, ever more slowly, at the position it has reached", () => {
  FakeEventStream.latest.open();
  FakeEventStream.latest.receive("chatt", chattJSON(1), "a:1");
  for (const seconds of [1, 2, 4, 8, 10, 10]) {
    const { length } = FakeEventStream.all;
    FakeEventStream.latest.fail(new NetworkError());
    mock.timers.tick(seconds * 1000 - 1);
    assert.equal(FakeEventStream.all.length, length);
    mock.timers.tick(1);
    assert.equal(FakeEventStream.all.length, length + 1);
    assert.equal(FakeEventStream.latest.position, "a:1");
  }
});

test("does not wait when the network is back", () => {
  window.dispatchEvent(new Event("offline"));
  assert.equal(live.state, "offline");
  assert.equal(FakeEventStream.latest.isClosed, true);
  window.dispatchEvent(new Event("online"));
  assert.equal(FakeEventStream.all.length, 2);
});
