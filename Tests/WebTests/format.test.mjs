import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { useLanguage } from "../../Sources/ChatterWeb/Site/scripts/texts.js";
import {
  dayName,
  dayValue,
  duration,
  isSameDay,
  relativeTime,
} from "../../Sources/ChatterWeb/Site/scripts/views/format.js";

const now = new Date(2026, 0, 10, 12, 0, 0);
const ago = (seconds) => new Date(now - seconds * 1000);

beforeEach(() => useLanguage(["en-GB"]));

test("shows durations in minutes and seconds", () => {
  const texts = [0, 9.9, 65, 3600, NaN, Infinity, undefined].map(duration);
  assert.deepEqual(texts, ["0:00", "0:09", "1:05", "60:00", "0:00", "0:00", "0:00"]);
});

test("shows how long ago something was, and the time of day after a day", () => {
  assert.equal(relativeTime(ago(5), now), "now");
  assert.equal(relativeTime(ago(-5), now), "now");
  assert.match(relativeTime(ago(120), now), /^2 min/);
  assert.match(relativeTime(ago(3 * 3600), now), /^3 h/);
  assert.equal(relativeTime(ago(25 * 3600), now), "11:00");
});

test("names days as people do", () => {
  assert.equal(dayName(now, now), "Today");
  assert.equal(dayName(ago(86_400), now), "Yesterday");
  assert.match(dayName(ago(3 * 86_400), now), /7 January 2026$/);
  useLanguage(["de"]);
  assert.equal(dayName(now, now), "Heute");
});

test("knows days by the clock of the reader", () => {
  assert.ok(isSameDay(new Date(2026, 0, 10, 0, 0), new Date(2026, 0, 10, 23, 59)));
  assert.ok(!isSameDay(new Date(2026, 0, 10, 23, 59), new Date(2026, 0, 11, 0, 0)));
});

test("writes days here as fields for dates have them", () => {
  assert.equal(dayValue(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  assert.equal(dayValue(new Date(2026, 10, 28, 0, 0)), "2026-11-28");
});
