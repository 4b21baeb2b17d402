import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ClipRecorder } from "../../Sources/ChatterWeb/Site/scripts/recorder/clip-recorder.js";
import { event } from "./support/fakes.mjs";

/** A microphone, and an encoder whose chunks the test hands out. */
class FakeStudio {
  time = 0;
  track = { isStopped: false, stop() { this.isStopped = true; } };
  request = async () => ({ getTracks: () => [this.track] });
  calls = [];
  last = new Uint8Array(0);

  options() {
    const devices = { getUserMedia: () => this.request() };
    return {
      navigator: { mediaDevices: devices, permissions: this.permissions },
      now: () => this.time,
      makeEncoder: (stream, onbytes) => {
        this.record = (text) => onbytes(new TextEncoder().encode(text));
        const note = (name) => () => this.calls.push(name);
        return {
          pause: note("pause"),
          resume: note("resume"),
          stop: async () => {
            this.calls.push("stop");
            if (this.last.length > 0) onbytes(this.last);
          },
        };
      },
      makeMeter: (stream, onlevel) => {
        this.measure = onlevel;
        return { stop: () => this.calls.push("meter off") };
      },
    };
  }
}

let studio, recorder, states, chunks;

beforeEach(() => {
  studio = new FakeStudio();
  make();
});

function make() {
  recorder = new ClipRecorder(studio.options());
  states = [];
  chunks = [];
  recorder.addEventListener("change", () => {
    if (states.at(-1) !== recorder.state) states.push(recorder.state);
  });
  recorder.addEventListener("chunk", ({ detail }) => chunks.push(detail));
}

test("records, pauses, resumes and finishes, and does not count the pause", async () => {
  await recorder.start();
  studio.record("one ");
  studio.time = 1000;
  recorder.pause();
  studio.time = 5000;
  assert.equal(recorder.seconds, 1);
  recorder.resume();
  studio.time = 7000;
  studio.last = new TextEncoder().encode("two");
  const { blob, duration } = await recorder.stop();
  assert.deepEqual(states, ["requesting", "recording", "paused", "recording", "finished"]);
  assert.deepEqual([await blob.text(), blob.type, duration], ["one two", "audio/mp4", 3]);
  assert.deepEqual(studio.calls, ["pause", "resume", "stop", "meter off"]);
  assert.ok(studio.track.isStopped, "the microphone is off");
  assert.equal(await (await recorder.stop()).blob.text(), "one two");
});

test("hands out numbered chunks that are the file together", async () => {
  await recorder.start();
  for (const text of ["a", "b", "c"]) studio.record(text);
  const { blob } = await recorder.stop();
  assert.deepEqual(chunks.map(({ index }) => index), [0, 1, 2]);
  assert.equal(new Set(chunks.map(({ recordingID }) => recordingID)).size, 1);
  assert.equal(await new Blob(chunks.map((chunk) => chunk.blob)).text(), await blob.text());
});

for (const [name, problem] of [
  ["NotAllowedError", "denied"],
  ["NotFoundError", "no-microphone"],
  ["NotReadableError", "no-microphone"],
]) {
  test(`is ${problem} after ${name}, and can be started again`, async () => {
    const { request } = studio;
    studio.request = async () => {
      throw Object.assign(new Error(name), { name });
    };
    await recorder.start();
    assert.deepEqual([recorder.state, recorder.problem], ["failed", problem]);
    assert.equal(await recorder.stop(), null);
    studio.request = request;
    await recorder.start();
    assert.deepEqual([recorder.state, recorder.problem], ["recording", null]);
  });
}

test("turns a microphone off that is granted after the recording was stopped", async () => {
  const starting = recorder.start();
  assert.equal(await recorder.stop(), null);
  await starting;
  assert.deepEqual([recorder.state, studio.track.isStopped], ["idle", true]);
});

test("keeps what there is when the microphone is gone", async () => {
  await recorder.start();
  studio.record("sound");
  const isFinished = event(recorder, "change", () => recorder.state === "finished");
  studio.track.onended();
  await isFinished;
  assert.equal(recorder.problem, "interrupted");
  assert.equal(await (await recorder.stop()).blob.text(), "sound");
});

test("ends at the largest size and at the longest time", async () => {
  recorder.bytesMax = 3;
  await recorder.start();
  let isFinished = event(recorder, "change", () => recorder.state === "finished");
  studio.record("four");
  await isFinished;
  assert.equal(recorder.problem, "full");
  make();
  recorder.secondsMax = 2;
  await recorder.start();
  studio.record("sound");
  studio.time = 2000;
  isFinished = event(recorder, "change", () => recorder.state === "finished");
  studio.measure(0.5);
  await isFinished;
  assert.deepEqual([recorder.problem, recorder.level], ["full", 0]);
});

test("has nothing when it is stopped before the first sound", async () => {
  await recorder.start();
  assert.equal(await recorder.stop(), null);
});

test("shows the level while it records", async () => {
  await recorder.start();
  studio.measure(0.5);
  assert.equal(recorder.level, 0.5);
  recorder.pause();
  studio.measure(0.5);
  assert.equal(recorder.level, 0);
});

test("asks where the browser does not know the permission, until it was given", async () => {
  assert.equal(await recorder.permission(), "prompt");
  studio.permissions = { query: async () => ({ state: "denied" }) };
  make();
  assert.equal(await recorder.permission(), "denied");
  await recorder.start();
  assert.equal(await recorder.permission(), "granted");
});
