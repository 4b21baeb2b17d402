import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ClipEncoder,
  FragmentFormat,
  PacketFormat,
  recordableType,
} from "../../Sources/ChatterWeb/Site/scripts/recorder/clip-encoder.js";
import { join } from "../../Sources/ChatterWeb/Site/scripts/recorder/mp4-writer.js";
import { webM } from "./support/recordings.mjs";
import { clip } from "./write-clips.mjs";

const types = (bytes) => {
  const found = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < bytes.length; offset += view.getUint32(offset)) {
    found.push(String.fromCharCode(...bytes.subarray(offset + 4, offset + 8)));
  }
  return found;
};

test("prefers AAC, then packets, then any MP4, and knows when there is neither", () => {
  const supporting = (...list) => ({ isTypeSupported: (type) => list.includes(type) });
  const packets = "audio/webm;codecs=opus";
  const aac = "audio/mp4;codecs=mp4a.40.2";
  assert.equal(recordableType(supporting("audio/mp4", packets, aac)), aac);
  assert.equal(recordableType(supporting("audio/mp4", packets)), packets);
  assert.equal(recordableType(supporting("audio/mp4")), "audio/mp4");
  assert.equal(recordableType(supporting("audio/ogg")), undefined);
  assert.equal(recordableType(undefined), undefined);
});

for (const step of [1, 7, 100, 100_000]) {
  test(`moves packets from WebM to MP4 when they come in ${step} bytes`, () => {
    const format = new PacketFormat();
    const source = webM(120);
    const parts = [];
    for (let offset = 0; offset < source.length; offset += step) {
      const part = format.add(source.subarray(offset, offset + step));
      if (part.length > 0) parts.push(part);
    }
    parts.push(format.end());
    assert.deepEqual(types(parts[0]).slice(0, 4), ["ftyp", "moov", "moof", "mdat"]);
    assert.deepEqual(types(join(parts)), [
      "ftyp", "moov", "moof", "mdat", "moof", "mdat", "moof", "mdat",
    ]);
    assert.equal(format.end().length, 0);
  });
}

test("cuts a browser's MP4 after complete fragments only", () => {
  const source = clip(3_000);
  const format = new FragmentFormat();
  const parts = [];
  for (let offset = 0; offset < source.length; offset += 97) {
    const part = format.add(source.subarray(offset, offset + 97));
    if (part.length === 0) continue;
    parts.push(part);
    assert.equal(types(part).at(-1), "mdat");
  }
  parts.push(format.end());
  assert.deepEqual(join(parts), source);
});

test("is empty if a browser's MP4 has no sound", () => {
  const format = new FragmentFormat();
  const source = clip(1);
  const header = source.subarray(0, source.length - 123);
  assert.deepEqual(types(header), ["ftyp", "moov"]);
  assert.equal(format.add(header).length, 0);
  assert.equal(format.end().length, 0);
});

test("hands out the bytes of the browser in their order, to the last", async () => {
  let recorder;
  class MediaRecorder {
    static isTypeSupported = (type) => type.startsWith("audio/webm");
    state = "inactive";
    constructor() {
      recorder = this;
    }
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      this.give(webM(120).subarray(500));
      this.onstop();
    }
    give(bytes) {
      this.ondataavailable({ data: new Blob([bytes]) });
    }
  }
  const parts = [];
  const encoder = new ClipEncoder({}, (bytes) => parts.push(bytes), { MediaRecorder });
  recorder.give(webM(120).subarray(0, 500));
  await encoder.stop();
  assert.deepEqual(types(join(parts)).filter((type) => type === "moof").length, 3);
});
