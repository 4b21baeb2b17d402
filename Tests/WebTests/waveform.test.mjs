import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { peaks, peaksOf } from "../../Sources/ChatterWeb/Site/scripts/player/waveform.js";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";

let database, decoded;
const decode = async () => {
  decoded += 1;
  return Float32Array.from([0.25, -1, 0.5, 0]);
};
const fetchClip = async () => new Response("clip");
const source = (changes) => ({ sha256: "a", url: "/a", duration: 1, ...changes });

beforeEach(() => {
  database = new LocalDatabase({ indexedDB: null });
  decoded = 0;
});

test("has the loudest sample of each part", () => {
  assert.deepEqual(peaksOf(Float32Array.from([0.25, -1, 0.5, 0]), 2), [1, 0.5]);
  assert.deepEqual(peaksOf(Float32Array.from([0.5]), 2), [0, 0.5]);
  assert.deepEqual(peaksOf(Float32Array.from([2]), 1), [1]);
});

test("decodes a clip once", async () => {
  for (let index = 0; index < 2; index += 1) {
    assert.deepEqual(await peaks(source(), 2, { database, decode, fetchClip }), [1, 0.5]);
  }
  assert.equal(decoded, 1);
});

test("decodes the bytes of a recording, and keeps nothing of it", async () => {
  const recording = { blob: new Blob(["clip"]), duration: 1 };
  assert.deepEqual(await peaks(recording, 2, { database, decode }), [1, 0.5]);
  assert.deepEqual(await database.keys("peaks"), []);
});

test("has nothing for a clip that is too long or cannot be decoded or loaded", async () => {
  const fail = async () => {
    throw new Error("no");
  };
  assert.equal(await peaks(source({ duration: 601 }), 2, { database, decode, fetchClip }), null);
  assert.equal(decoded, 0);
  assert.equal(await peaks(source(), 2, { database, decode: fail, fetchClip }), null);
  assert.equal(await peaks(source(), 2, { database, decode, fetchClip: fail }), null);
});

test("keeps 500 waveforms", async () => {
  for (let index = 0; index < 500; index += 1) await database.put("peaks", `b${index}`, [1]);
  await peaks(source(), 2, { database, decode, fetchClip });
  assert.equal((await database.keys("peaks")).length, 500);
  assert.deepEqual(await database.get("peaks", "a"), [1, 0.5]);
});
