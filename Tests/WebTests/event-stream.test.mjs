import assert from "node:assert/strict";
import { test } from "node:test";
import { EventStream } from "../../Sources/ChatterWeb/Site/scripts/api/event-stream.js";

/** A stream whose response has these chunks; `calls` records what it does. */
function fixture(open) {
  const calls = [];
  let ended;
  const end = new Promise((resolve) => (ended = resolve));
  const stream = new EventStream(open);
  stream.onopen = () => calls.push("open");
  stream.onerror = (error) => {
    calls.push(error?.message ?? "end");
    ended();
  };
  stream.addEventListener("chatt", ({ data, lastEventId }) => calls.push([data, lastEventId]));
  return { stream, calls, end };
}

const bytes = (text) => new TextEncoder().encode(text);

test("opens, passes events on, and reports its end once", async () => {
  const text = bytes("retry: 7\nid: p\nevent: chatt\ndata: é\n\nevent: chatt\ndata: cut");
  const chunks = Array.from(text, (byte) => Uint8Array.of(byte));
  const { stream, calls, end } = fixture(async () => new Response(ReadableStream.from(chunks)));
  await end;
  assert.deepEqual(calls, ["open", ["é", "p"], "end"]);
  assert.equal(stream.retryMilliseconds, 7);
});

test("reports a refusal and a loss", async () => {
  const refused = fixture(() => Promise.reject(new Error("401")));
  await refused.end;
  assert.deepEqual(refused.calls, ["401"]);
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("lost"));
    },
  });
  const lost = fixture(async () => new Response(body));
  await lost.end;
  assert.deepEqual(lost.calls, ["open", "lost"]);
});

test("calls nothing after it is closed, and ends the request", async () => {
  let signal;
  const { stream, calls } = fixture((given) => {
    signal = given;
    return new Promise((_, reject) => given.addEventListener("abort", () => reject(new Error())));
  });
  stream.close();
  assert.equal(signal.aborted, true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(calls, []);
});

test("ends a stream whose event is too long", async () => {
  let signal;
  const chunks = ["data: ", ..."x".repeat(20)].map((part) => bytes(part.repeat(2 ** 16)));
  const { calls, end } = fixture(async (given) => {
    signal = given;
    return new Response(ReadableStream.from(chunks));
  });
  await end;
  assert.deepEqual(calls, ["open", "an event is too long"]);
  assert.equal(signal.aborted, true);
});
