import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as all from "../../Sources/ChatterWeb/Site/scripts/texts.js";
import { sentence } from "../../Sources/ChatterWeb/Site/scripts/views/format.js";
import { causes } from "../../Sources/ChatterWeb/Site/scripts/views/sign-in-view.js";

/** The names of texts, with what they take: a language must have exactly those of the others. */
function shape(texts) {
  const shapes = {};
  for (const name of Object.keys(texts).sort()) {
    const text = texts[name];
    if (typeof text === "object") shapes[name] = shape(text);
    else shapes[name] = typeof text === "function" ? text.length : typeof text;
  }
  return shapes;
}

for (const [code, texts] of Object.entries(all.languages)) {
  test(`${code} has all texts`, () => {
    // The server's own sentences are the English ones.
    const others = (language) => shape({ ...language, problems: {} });
    assert.deepEqual(others(texts), others(all.languages.en));
  });
}

/** The codes that the description lists. */
function describedCodes() {
  const file = new URL("../../Sources/ChatterServer/Endpoints/openapi.yaml", import.meta.url);
  const [, list] = readFileSync(file, "utf8").match(/\n        code:\n[^]*?enum:\n((?: +- [a-z0-9-]+\n)+)/);
  return list.match(/(?<=- )[a-z0-9-]+/g);
}

/** Codes that no request of the page can get: what it sends has none of these mistakes. */
const codesOfOtherClients = [
  "audio-is-a-data-url", "audio-is-a-placeholder", "audio-is-text", "audio-not-base64",
  "body-compressed-too-much", "body-is-a-file", "body-is-a-form", "field-coded", "field-missing",
  "field-not-text", "field-not-utf8", "field-repeated", "key-too-short", "malformed-body",
  "malformed-coding", "malformed-form", "malformed-json", "malformed-key", "malformed-query",
  "misplaced-clip", "precondition-failed", "range-not-satisfiable", "several-files",
  "too-many-gzip-members", "trailers-too-large", "unknown-coding", "wrong-method",
];

for (const [language, { problems }] of Object.entries(all.languages)) {
  if (language === "en") continue;
  test(`${language} has a sentence for each code of the server that the page can get`, () => {
    const ofTokens = Object.keys(causes);
    // The words of the operator's own webhook.
    const others = ["post-refused", ...codesOfOtherClients];
    const known = [...Object.keys(problems), ...ofTokens, ...others];
    assert.deepEqual(known.sort(), describedCodes().sort());
  });
}

test("shows the server's own sentence for a code without one, and in English", () => {
  all.useLanguage(["de"]);
  assert.match(sentence("user-blocked", "blocked"), /gesperrt/);
  assert.equal(sentence("a-later-code", "its words"), "its words");
  assert.equal(sentence(null, "its words"), "its words");
  assert.equal(sentence("toString", "its words"), "its words");
  all.useLanguage(["en"]);
  assert.equal(sentence("user-blocked", "blocked"), "blocked");
});

test("has a sentence for each refusal of a token", () => {
  const codes = describedCodes().filter((code) => /^token-|^too-many-tokens$/.test(code));
  // A wrong delete token: nobody signs in with one.
  const expected = codes.filter((code) => code !== "token-wrong");
  assert.deepEqual(Object.keys(causes).sort(), expected.sort());
  const sentences = Object.keys(all.languages.en.tokenProblems).sort();
  assert.deepEqual([...new Set(Object.values(causes))].sort(), sentences);
});

test("uses the first language that there are texts for, and its dates", () => {
  for (const [codes, language, locale] of [
    [["fr-FR", "de-CH", "en"], "de", "de-CH"],
    [["en-GB"], "en", "en-GB"],
    [["fr"], "en", "en"],
    [[], "en", "en"],
  ]) {
    all.useLanguage(codes);
    assert.deepEqual([all.language, all.locale], [language, locale]);
    assert.equal(all.texts, all.languages[language]);
  }
});
