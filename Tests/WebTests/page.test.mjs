import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { languages } from "../../Sources/ChatterWeb/Site/scripts/texts.js";

const page = readFileSync(
  new URL("../../Sources/ChatterWeb/Site/index.html", import.meta.url), "utf8");

test("has its texts in English before its scripts run", () => {
  const all = [...page.matchAll(/data-text="(\w+)"[^>]*>([^<]*)</g)];
  assert.ok(all.length > 5);
  assert.equal(all.length, page.match(/data-text=/g).length);
  for (const [, name, text] of all) assert.equal(text, languages.en[name], name);
});

test("has its labels in English before its scripts run", () => {
  const all = [...page.matchAll(/<(\w+)[^>]* data-label="(\w+)"([^>]*)>/g)];
  assert.ok(all.length > 5);
  assert.equal(all.length, page.match(/data-label=/g).length);
  for (const [, tag, name, rest] of all) {
    assert.ok(rest.includes(` aria-label="${languages.en[name]}"`), name);
    const isTitled = tag === "button" || tag === "summary";
    assert.equal(rest.includes(` title="${languages.en[name]}"`), isTitled, name);
  }
});
