import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { peaksOf, Waveforms } from "../../Sources/ChatterWeb/Site/scripts/player/waveform.js";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";

let database, decoded;
const decode = async () => {
  decoded += 1;
  return Float32Array.from([0.25, -1, 0.5, 0]);
};
const fetchClip = async () => new Response("clip");
const source = (changes) => ({ sha256: "a", url: "/a", duration: 1, ...changes });

const waveforms = (changes = {}) => new Waveforms({ database, decode, fetchClip, ...changes });
const expected = peaksOf(Float32Array.from([0.25, -1, 0.5, 0]), 120);

beforeEach(() => {
  database = new LocalDatabase({ indexedDB: null });
  decoded = 0;
});

test("has the loudest sample of each part", () => {
  assert.deepEqual(peaksOf(Float32Array.from([0.25, -1, 0.5, 0]), 2), [1, 0.5]);
  assert.deepEqual(peaksOf(Float32Array.from([0.5]), 2), [0, 0.5]);
  assert.deepEqual(peaksOf(Float32Array.from([2]), 1), [1]);
});

test("decodes a clip once, and reports what it found", async () => {
  const found = [];
  const all = waveforms();
  // It is kept by then: a message that looks for it now finds it.
  all.on("found", ({ sha256 }) => found.push(all.kept(sha256)));
  for (let index = 0; index < 2; index += 1) assert.deepEqual(await all.of(source()), expected);
  assert.deepEqual([decoded, await Promise.all(found)], [1, [expected]]);
});

test("decodes the bytes of a recording, and keeps nothing of it", async () => {
  const recording = { blob: new Blob(["clip"]), duration: 1 };
  assert.deepEqual(await waveforms().of(recording), expected);
  assert.deepEqual(await database.keys("peaks"), []);
});

test("has nothing for a clip that is too long or cannot be decoded or loaded", async () => {
  assert.equal(await waveforms().of(source({ duration: 601 })), null);
  assert.equal(decoded, 0);
  assert.equal(await waveforms({ decode: fail }).of(source()), null);
  assert.equal(await waveforms({ fetchClip: fail }).of(source()), null);
  assert.equal(await waveforms().kept("a"), null);
});

test("keeps 500 waveforms, and shows one that there is no room for", async () => {
  for (let index = 0; index < 500; index += 1) await database.put("peaks", `b${index}`, [1]);
  await waveforms().of(source());
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await database.keys("peaks")).length, 500);
  assert.deepEqual(await database.get("peaks", "a"), expected);
  database.put = fail;
  assert.deepEqual(await waveforms().of(source({ sha256: "c" })), expected);
});

async function fail() {
  throw new Error("no room");
}
