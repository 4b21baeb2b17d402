import assert from "node:assert/strict";
import { test } from "node:test";
import { chattFromJSON } from "../../Sources/ChatterWeb/Site/scripts/model/chatt.js";
import { Timeline } from "../../Sources/ChatterWeb/Site/scripts/model/timeline.js";
import { chattJSON } from "./support/fakes.mjs";

const chatt = (number, changes) => chattFromJSON(chattJSON(number, changes));
const page = (numbers, next = null) => ({
  chatts: numbers.map((number) => chatt(number)),
  next,
  previous: null,
});
const messages = (timeline) => timeline.chatts.map(({ message }) => message.slice(8)).join(" ");

/** A timeline and the kinds of its changes. */
function fixture(first) {
  const timeline = new Timeline();
  const kinds = [];
  timeline.addEventListener("change", ({ detail }) => kinds.push(detail.kind));
  if (first) timeline.replace(first);
  return { timeline, kinds };
}

test("shows a page oldest first", () => {
  const { timeline, kinds } = fixture(page([3, 2, 1], "older"));
  assert.equal(messages(timeline), "1 2 3");
  assert.equal(timeline.hasOlder, true);
  assert.deepEqual(kinds, ["replace"]);
});

test("puts an older page before all others, each chatt once", () => {
  const { timeline } = fixture(page([5, 4, 3], "older"));
  timeline.prepend(page([3, 2, 1]));
  assert.equal(messages(timeline), "1 2 3 4 5");
  assert.equal(timeline.hasOlder, false);
});

test("inserts a chatt by its time, also a late one", () => {
  const { timeline } = fixture(page([4, 2]));
  for (const number of [5, 3, 1, 3]) timeline.insert(chatt(number));
  assert.equal(messages(timeline), "1 2 3 4 5");
});

test("replaces an edited chatt and ignores a repeated one", () => {
  const { timeline, kinds } = fixture(page([2, 1]));
  timeline.insert(chatt(1));
  assert.deepEqual(kinds, ["replace"]);
  timeline.insert(chatt(1, { message: "message 1 edited" }));
  assert.equal(messages(timeline), "1 edited 2");
  assert.deepEqual(kinds, ["replace", "remove", "insert"]);
});

test("never shows a deleted chatt again, whatever arrives later", () => {
  const { timeline } = fixture(page([3, 2], "older"));
  timeline.remove(chatt(2).id);
  timeline.remove(chatt(1).id);
  timeline.prepend(page([2, 1, 0]));
  timeline.insert(chatt(2));
  assert.equal(messages(timeline), "0 3");
});

test("an update adds what is new, removes what is gone, and keeps older pages", () => {
  const { timeline } = fixture(page([4, 3], "older"));
  timeline.prepend(page([2, 1]));
  timeline.update(page([6, 5, 3], "other"));
  assert.equal(messages(timeline), "1 2 3 5 6");
  assert.equal(timeline.hasOlder, false);
});

test("an update without a common chatt replaces everything, since some may be missing", () => {
  const { timeline } = fixture(page([2, 1]));
  timeline.update(page([9, 8], "older"));
  assert.equal(messages(timeline), "8 9");
  assert.equal(timeline.hasOlder, true);
});

test("finds a chatt by its id", () => {
  const { timeline } = fixture(page([2, 1]));
  assert.equal(timeline.get(chatt(2).id).message, "message 2");
  assert.equal(timeline.get(chatt(3).id), undefined);
});
