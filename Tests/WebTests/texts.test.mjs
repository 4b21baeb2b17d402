import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as all from "../../Sources/ChatterWeb/Site/scripts/texts.js";
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
    assert.deepEqual(shape(texts), shape(all.languages.en));
  });
}

test("has a sentence for each refusal of a token", () => {
  const file = new URL("../../Sources/ChatterServer/Endpoints/openapi.yaml", import.meta.url);
  const codes = readFileSync(file, "utf8").match(/(?<=^ +- )(token-[a-z-]+|too-many-tokens)$/gm);
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
