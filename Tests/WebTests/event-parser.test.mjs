import assert from "node:assert/strict";
import { test } from "node:test";
import { EventParser } from "../../Sources/ChatterWeb/Site/scripts/api/event-parser.js";

const event = (data, type = "message", lastEventId = "") => ({ type, data, lastEventId });

/** Streams, and the events in them. */
const streams = [
  ["", []],
  ["data: a\n\n", [event("a")]],
  ["data: a\r\ndata: b\r\n\r\n", [event("a\nb")]],
  ["data:a\rdata:b\r\rdata:c\r\r", [event("a\nb"), event("c")]],
  ["data:  two\n\n", [event(" two")]],
  ["data\n\n", [event("")]],
  ["data\ndata\n\n", [event("\n")]],
  [": comment\n\ndata: a\n\n", [event("a")]],
  ["event: chatt\nid: p1\ndata: {}\n\ndata: x\n\n", [event("{}", "chatt", "p1"), event("x", "message", "p1")]],
  ["id: p1\n\nevent: x\n\ndata: a\n\n", [event("a", "message", "p1")]],
  ["id: p1\nid: a\0b\ndata: a\n\nid\ndata: b\n\n", [event("a", "message", "p1"), event("b")]],
  ["unknown: x\ndata: a: b\n\n", [event("a: b")]],
  ["data: not complete\n", []],
  ["data: é€😀\r\n\r\n", [event("é€😀")]],
];

function parsed(chunks) {
  const parser = new EventParser();
  return chunks.flatMap((chunk) => parser.parse(chunk));
}

test("has the events of a stream, whole and in single characters", () => {
  for (const [text, events] of streams) {
    assert.deepEqual(parsed([text]), events);
    assert.deepEqual(parsed(text.split("")), events);
  }
});

test("has the same events at every split into two and three", () => {
  for (const [text, events] of streams) {
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 1) {
        const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        assert.deepEqual(parsed(chunks), events, JSON.stringify(chunks));
      }
    }
  }
});

test("has only events of the whole stream at every prefix", () => {
  for (const [text, events] of streams) {
    for (let end = 0; end <= text.length; end += 1) {
      const found = parsed([text.slice(0, end)]);
      assert.deepEqual(found, events.slice(0, found.length));
    }
  }
});

test("knows when to connect again", () => {
  const parser = new EventParser();
  assert.equal(parser.retryMilliseconds, null);
  parser.parse("retry: 2500\nretry: 1x\nretry:\nretry: 99999999999\n");
  assert.equal(parser.retryMilliseconds, 2500);
});

test("refuses lines and events that are too long", () => {
  const half = "x".repeat(EventParser.charactersMax / 2);
  const parser = new EventParser();
  parser.parse(half);
  parser.parse(half);
  assert.throws(() => parser.parse("x"), RangeError);
  const line = `data: ${half}\n`;
  assert.throws(() => new EventParser().parse(line + line), RangeError);
  assert.equal(new EventParser().parse(`${line}\n${line}\n`).length, 2);
});
