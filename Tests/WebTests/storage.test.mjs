import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";
import { Settings } from "../../Sources/ChatterWeb/Site/scripts/storage/settings.js";

/** A `localStorage` that refuses to grow. */
class FullStorage {
  getItem() {
    return null;
  }
  setItem() {
    throw new Error("full");
  }
  removeItem() {}
}

/** A `localStorage`. */
class MapStorage {
  map = new Map();
  getItem(name) {
    return this.map.get(name) ?? null;
  }
  setItem(name, value) {
    this.map.set(name, String(value));
  }
  removeItem(name) {
    this.map.delete(name);
  }
}

test("settings are remembered", () => {
  const storage = new MapStorage();
  const settings = new Settings({ storage });
  assert.equal(settings.get("username"), null);
  settings.set("username", "ann");
  settings.set("rate", "1.5");
  settings.setDeleteToken("id", "token");
  const later = new Settings({ storage });
  assert.equal(later.get("username"), "ann");
  assert.equal(later.get("rate"), "1.5");
  assert.equal(later.deleteToken("id"), "token");
  later.setDeleteToken("id", null);
  assert.equal(settings.deleteToken("id"), null);
});

for (const [name, storage] of [["no", null], ["a full", new FullStorage()]]) {
  test(`with ${name} storage, settings last as long as the page`, () => {
    const settings = new Settings({ storage });
    settings.set("username", "ann");
    settings.setDeleteToken("id", "token");
    settings.setDeleteToken("id", null);
    assert.equal(settings.get("username"), "ann");
    assert.equal(settings.deleteToken("id"), null);
  });
}

test("the chunks of a recording become one file, in their order", async () => {
  const database = new LocalDatabase({ indexedDB: null });
  for (const [index, text] of ["c", "a", "b"].entries()) {
    await database.appendChunk("one", (index + 2) % 3, new Blob([text], { type: "audio/mp4" }));
  }
  await database.appendChunk("two", 0, new Blob(["x"], { type: "audio/mp4" }));
  const [one, two] = await database.recordings();
  assert.equal(await one.blob.text(), "abc");
  assert.equal(one.blob.type, "audio/mp4");
  assert.equal(two.id, "two");
  await database.deleteRecording("one");
  assert.deepEqual((await database.recordings()).map(({ id }) => id), ["two"]);
});
