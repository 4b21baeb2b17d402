import assert from "node:assert/strict";
import { test } from "node:test";
import { found, withoutEnd } from "../../Sources/ChatterWeb/Site/scripts/views/message-text.js";

const marked = (text, words) =>
  found(text, words).map(({ text: part, isFound }) => (isFound ? `[${part}]` : part)).join("");

for (const [text, words, expected] of [
  ["The café is open", "cafe", "The [café] is open"],
  ["Straße und STRASSE", "strasse", "[Straße] und [STRASSE]"],
  ["cafeteria, café", "CAFÉ", "[cafeteria], [café]"],
  ["decaf", "caf", "decaf"],
  ["one two three", "three one", "[one] two [three]"],
  ["nothing", "", "nothing"],
  ["nothing", " ,.", "nothing"],
  ["", "a", ""],
]) {
  test(`marks ${words} in ${text}`, () => assert.equal(marked(text, words), expected));
}

for (const [text, expected] of [
  ["https://a.example/x.", "https://a.example/x"],
  ["https://a.example/x).", "https://a.example/x"],
  ["https://a.example/x_(y)", "https://a.example/x_(y)"],
  ["https://a.example/x_(y)).", "https://a.example/x_(y)"],
  ["https://a.example/?q=a!?", "https://a.example/?q=a"],
  ["www.a.example,", "www.a.example"],
  ["https://a.example/", "https://a.example/"],
  ["https://...", "https://"],
]) {
  test(`ends the address ${text}`, () => assert.equal(withoutEnd(text), expected));
}

test("ends an address of any length in time that grows with it", () => {
  for (const end of [".", ")", ".)", "](", "!?)"]) {
    const long = `https://a${end.repeat(100_000)}`;
    assert.ok(withoutEnd(long).length <= long.length);
  }
});
