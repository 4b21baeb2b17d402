import assert from "node:assert/strict";
import { test } from "node:test";
import { chattFromJSON } from "../../Sources/ChatterWeb/Site/scripts/model/chatt.js";
import { Timeline } from "../../Sources/ChatterWeb/Site/scripts/model/timeline.js";
import { chattJSON } from "./support/fakes.mjs";

const chatt = (number, changes) => chattFromJSON(chattJSON(number, changes));
const page = (numbers, next = null) => ({ chatts: numbers.map((number) => chatt(number)), next });
const messages = (timeline) => timeline.chatts.map(({ message }) => message.slice(8)).join(" ");

function timelineOf(first) {
  const timeline = new Timeline();
  timeline.replace(first);
  return timeline;
}

test("shows a page oldest first", () => {
  const timeline = timelineOf(page([3, 2, 1], "older"));
  assert.equal(messages(timeline), "1 2 3");
  assert.equal(timeline.olderCursor, "older");
});

test("puts an older page before all others, each chatt once", () => {
  const timeline = timelineOf(page([5, 4, 3], "older"));
  timeline.prepend(page([3, 2, 1]));
  assert.equal(messages(timeline), "1 2 3 4 5");
  assert.equal(timeline.olderCursor, null);
});

test("inserts a chatt by its time, also a late one", () => {
  const timeline = timelineOf(page([4, 2]));
  for (const number of [5, 3, 1, 3]) timeline.insert(chatt(number));
  assert.equal(messages(timeline), "1 2 3 4 5");
});

test("replaces an edited chatt, and shows a repeated one once", () => {
  const timeline = timelineOf(page([2, 1]));
  timeline.insert(chatt(1));
  assert.equal(messages(timeline), "1 2");
  timeline.insert(chatt(1, { message: "message 1 edited" }));
  assert.equal(messages(timeline), "1 edited 2");
});

test("keeps chatts of the same time in the order of the server", () => {
  const same = (number) => chatt(number, { createdAt: "2026-01-01T00:00:00.000Z" });
  const timeline = timelineOf({ chatts: [4, 9, 7].map(same) });
  for (const number of [9, 4, 2, 8]) timeline.insert(same(number));
  assert.equal(messages(timeline), "7 9 4 2 8");
  timeline.update({ chatts: [8, 2, 4, 9].map(same) });
  assert.equal(messages(timeline), "7 9 4 2 8");
});

test("reports every change", () => {
  const timeline = timelineOf(page([2, 1], "older"));
  let count = 0;
  timeline.on("change", () => (count += 1));
  timeline.insert(chatt(3));
  timeline.remove(chatt(3).id);
  timeline.prepend(page([0]));
  timeline.update(page([2, 1, 0]));
  timeline.replace(page([9]));
  assert.equal(count, 5);
});

test("never shows a deleted chatt again, whatever arrives later", () => {
  const timeline = timelineOf(page([3, 2], "older"));
  timeline.remove(chatt(2).id);
  timeline.remove(chatt(1).id);
  timeline.prepend(page([2, 1, 0]));
  timeline.insert(chatt(2));
  assert.equal(messages(timeline), "0 3");
});

test("an update adds what is new, removes what is gone, and keeps older pages", () => {
  const timeline = timelineOf(page([4, 3], "older"));
  timeline.prepend(page([2, 1]));
  timeline.update(page([6, 5, 3], "other"));
  assert.equal(messages(timeline), "1 2 3 5 6");
  assert.equal(timeline.olderCursor, null);
});

test("an update without a common chatt replaces everything, since some may be missing", () => {
  const timeline = timelineOf(page([2, 1]));
  timeline.update(page([9, 8], "older"));
  assert.equal(messages(timeline), "8 9");
  assert.equal(timeline.olderCursor, "older");
});

test("an update removes the newest chatts if they are gone", () => {
  const timeline = timelineOf(page([4, 3, 2, 1]));
  timeline.update(page([2, 1]));
  assert.equal(messages(timeline), "1 2");
});

test("knows which chatts it has", () => {
  const timeline = timelineOf(page([2, 1]));
  assert.deepEqual([timeline.has(chatt(2).id), timeline.has(chatt(3).id)], [true, false]);
});

test("knows its chatts by their ids, and which were deleted", () => {
  const timeline = timelineOf(page([2, 1]));
  const { id } = chatt(1);
  assert.equal(timeline.get(id).id, id);
  assert.equal(timeline.isRemoved(id), false);
  timeline.remove(id);
  assert.equal(timeline.get(id), undefined);
  assert.equal(timeline.isRemoved(id), true);
});
