import assert from "node:assert/strict";
import { test } from "node:test";
import { isM4A } from "../../Sources/ChatterWeb/Site/scripts/recorder/audio-file.js";

for (const [name, contents, expected] of [
  ["an m4a file", "\0\0\0\x1cftypM4A ", true],
  ["a text", "Good morning, everybody", false],
  ["an empty file", "", false],
  ["an MP3", "ID3\x04\0\0\0\0\0\0", false],
  ["an Ogg file", "OggS\0\x02\0\0", false],
  ["a text about m4a", "ftyp ftyp", false],
]) {
  test(`${expected ? "accepts" : "refuses"} ${name}`, async () => {
    assert.equal(await isM4A(new Blob([contents])), expected);
  });
}

test("refuses a directory, which cannot be read", async () => {
  const directory = { slice: () => ({ text: async () => { throw new Error("NotFoundError"); } }) };
  assert.equal(await isM4A(directory), false);
});
