import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MP4Writer,
  opusSampleCount,
} from "../../Sources/ChatterWeb/Site/scripts/recorder/mp4-writer.js";
import { clip, opusHead, silence } from "./write-clips.mjs";

/** Returns the boxes of a file or of a box: their types, offsets and payloads. */
function boxes(bytes, start = 0) {
  const found = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = start; offset < bytes.length; ) {
    const length = view.getUint32(offset);
    assert.ok(length >= 8 && offset + length <= bytes.length, "the box is inside its parent");
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    found.push({ type, offset, payload: bytes.subarray(offset + 8, offset + length) });
    offset += length;
  }
  return found;
}

function child(bytes, path) {
  return path.split("/").reduce((parent, type) => {
    const box = boxes(parent).find((box) => box.type === type);
    assert.ok(box, `${type} is in its parent`);
    return box.payload;
  }, bytes);
}

const numbers = (bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4));
};

test("counts the samples of packets by their first bytes", () => {
  for (const [configuration, expected] of [[0, 480], [3, 2880], [12, 480], [16, 120], [31, 960]]) {
    assert.equal(opusSampleCount([configuration << 3]), expected);
    assert.equal(opusSampleCount([(configuration << 3) | 1]), 2 * expected);
    assert.equal(opusSampleCount([(configuration << 3) | 3, 5]), 5 * expected);
  }
  assert.equal(opusSampleCount(silence), 960);
});

test("writes the header before the fragments, and each fragment before its media", () => {
  const types = boxes(clip(2_000)).map(({ type }) => type);
  assert.deepEqual(types, ["ftyp", "moov", "moof", "mdat", "moof", "mdat", "moof", "mdat"]);
});

test("copies the encoder's configuration to dOps, in big-endian order", () => {
  const stsd = child(new MP4Writer(opusHead).header(), "moov/trak/mdia/minf/stbl/stsd");
  const [entry] = boxes(stsd, 8);
  assert.equal(entry.type, "Opus");
  const [dOps] = boxes(entry.payload, 28);
  assert.equal(dOps.type, "dOps");
  assert.deepEqual([...dOps.payload], [0, 1, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0]);
});

test("skips the samples that prepare the decoder", () => {
  const elst = child(new MP4Writer(opusHead).header(), "moov/trak/edts/elst");
  assert.deepEqual(numbers(elst), [0, 1, 0, 312, 0x10000]);
});

test("points to the media of every fragment", () => {
  const writer = new MP4Writer(opusHead);
  const packets = [Uint8Array.of(0xf8, 1), Uint8Array.of(0xf8, 2, 3)];
  for (const sequenceNumber of [1, 2]) {
    const bytes = writer.fragment(packets.map((data) => ({ data, duration: 960 })));
    const [, mdat] = boxes(bytes);
    assert.deepEqual([...mdat.payload], [0xf8, 1, 0xf8, 2, 3]);
    assert.equal(numbers(child(bytes, "moof/mfhd"))[1], sequenceNumber);
    assert.deepEqual(numbers(child(bytes, "moof/traf/tfdt")).slice(1), [
      0, (sequenceNumber - 1) * 1920,
    ]);
    const trun = numbers(child(bytes, "moof/traf/trun"));
    assert.deepEqual(trun, [0x301, 2, mdat.offset + 8, 960, 2, 960, 3]);
  }
});

for (const milliseconds of [1, 1_000, 600_000]) {
  test(`writes ${milliseconds} ms exactly`, () => {
    const units = boxes(clip(milliseconds))
      .filter(({ type }) => type === "moof")
      .flatMap(({ payload }) => numbers(child(payload, "traf/trun")).slice(3))
      .reduce((sum, value, index) => sum + (index % 2 ? 0 : value), 0);
    assert.equal(units - 312, milliseconds * 48);
  });
}
