import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { chattFromJSON } from "../../Sources/ChatterWeb/Site/scripts/model/chatt.js";
import { Heard } from "../../Sources/ChatterWeb/Site/scripts/model/heard.js";
import { Settings } from "../../Sources/ChatterWeb/Site/scripts/storage/settings.js";
import { chattJSON } from "./support/fakes.mjs";

const chatt = (number, audio = { url: "/a" }) => chattFromJSON(chattJSON(number, { audio }));
const named = (id) => ({ ...chatt(1), id });
let settings, heard;

beforeEach(() => {
  settings = new Settings({ storage: null });
  heard = new Heard({ settings });
});

test("knows which clips are new: not those that were heard, and not those before the first visit", () => {
  assert.equal(heard.isFirstVisit, true);
  heard.begin(chatt(2).createdAt);
  assert.equal(heard.isFirstVisit, false);
  heard.mark(chatt(4));
  const isNew = [1, 2, 3, 4].map((number) => heard.isNew(chatt(number)));
  assert.deepEqual(isNew, [false, false, true, false]);
  assert.equal(heard.isNew(chatt(5, null)), false);
});

test("shares what was heard with other tabs, without a loss", () => {
  const other = new Heard({ settings });
  heard.mark(named("a"));
  other.mark(named("b"));
  heard.load();
  for (const id of ["a", "b"]) assert.equal(heard.isNew({ ...chatt(3), id }), false);
  assert.equal(heard.isNew({ ...chatt(3), id: "c" }), true);
});

test("remembers the newest 2,000, and survives a value that is broken", () => {
  for (let number = 0; number <= 2000; number += 1) heard.mark(chatt(number));
  // Forgotten clips are older than the time from which clips are new.
  for (const number of [0, 1, 2000]) assert.equal(heard.isNew(chatt(number)), false);
  assert.equal(heard.isNew(chatt(2001)), true);
  assert.deepEqual(heard.since, chatt(0).createdAt);
  for (const broken of ["{", "null", ""]) {
    settings.set("heard", broken);
    heard.load();
    assert.equal(heard.isNew({ ...chatt(1), id: "1" }), true);
  }
});

test("remembers the place in long clips until they were heard", () => {
  heard.setPlace("a", 42.7, 600);
  heard.setPlace("b", 5, 20);
  assert.deepEqual([heard.place("a"), heard.place("b"), heard.place("c")], [42, 0, 0]);
  heard.mark(named("a"));
  assert.equal(heard.place("a"), 0);
  heard.setPlace("a", 595, 600);
  heard.mark(named("a"));
  assert.equal(heard.place("a"), 0);
  for (let number = 0; number < 60; number += 1) heard.setPlace(`p${number}`, 9, 600);
  assert.deepEqual([heard.place("p9"), heard.place("p10"), heard.place("p59")], [0, 9, 9]);
});
