import assert from "node:assert/strict";
import { test } from "node:test";
import { noticeMilliseconds } from "../../Sources/ChatterWeb/Site/scripts/views/notices.js";

test("a notice goes once it can have been read, and one that can be undone stays longer", () => {
  const undo = () => {};
  assert.ok(noticeMilliseconds("Copied.", null) < 6000);
  assert.ok(noticeMilliseconds("Word ".repeat(20), null) > 10_000);
  assert.equal(noticeMilliseconds("Recording discarded.", undo), 30_000);
});
