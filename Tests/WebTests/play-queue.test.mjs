import assert from "node:assert/strict";
import { test } from "node:test";
import { PlayQueue } from "../../Sources/ChatterWeb/Site/scripts/player/play-queue.js";

test("goes forth and back through its clips", () => {
  const queue = new PlayQueue();
  queue.replace(["a", "b", "c"]);
  assert.equal(queue.current, "a");
  assert.deepEqual([queue.next(), queue.next(), queue.next()], ["b", "c", null]);
  assert.equal(queue.current, "c");
  assert.deepEqual([queue.previous(), queue.previous(), queue.previous()], ["b", "a", null]);
  assert.deepEqual(queue.upcoming, ["b", "c"]);
});

test("takes clips that arrive only if all are played", () => {
  const queue = new PlayQueue();
  queue.replace(["a"]);
  queue.append("b");
  assert.equal(queue.next(), null);
  queue.replace(["a"], { isEndless: true });
  queue.append("b");
  assert.equal(queue.next(), "b");
});

test("is empty after it was replaced by nothing", () => {
  const queue = new PlayQueue();
  queue.replace(["a", "b"]);
  queue.next();
  queue.replace([]);
  assert.deepEqual([queue.current, queue.hasPrevious, queue.next()], [null, false, null]);
});
