import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ClipFiles } from "../../Sources/ChatterWeb/Site/scripts/player/clip-files.js";

/** The part of `CacheStorage` that is used. */
class FakeCaches {
  map = new Map();
  isFull = false;

  async open() {
    const { map } = this;
    return {
      match: async (url) => map.get(url),
      keys: async () => [...map.keys()],
      delete: async (url) => map.delete(url),
      put: async (url, response) => {
        if (this.isFull) throw new Error("no room");
        map.set(url, response);
      },
    };
  }

  async delete() {
    this.map.clear();
  }
}

let caches, downloads, files;
const sizes = { "/large": 40 * 2 ** 20, "/larger": 65 * 2 ** 20 };
const download = async (url) => {
  downloads.push(url);
  if (url === "/away") throw new Error("away");
  return Object.defineProperty(new Blob([url]), "size", { value: sizes[url] ?? 4 });
};

beforeEach(() => {
  caches = new FakeCaches();
  downloads = [];
  files = new ClipFiles({ download, caches });
});

test("downloads a clip once, for all that need it", async () => {
  const [one, other] = await Promise.all([files.get("/a"), files.get("/a")]);
  assert.equal(one, other);
  assert.equal(await (await files.get("/a")).text(), "/a");
  assert.deepEqual(downloads, ["/a"]);
  await assert.rejects(files.get("/away"));
  await assert.rejects(files.get("/away"));
  assert.equal(downloads.length, 3);
});

test("keeps what was downloaded last, up to 64 MiB", async () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const url of ["/a", "/large", "/b"]) {
    await files.get(url);
    await settled();
  }
  assert.deepEqual([...caches.map.keys()], ["/a", "/large", "/b"]);
  sizes["/large2"] = sizes["/large"];
  for (const url of ["/large2", "/larger"]) {
    await files.get(url);
    await settled();
  }
  assert.deepEqual([...caches.map.keys()], ["/b", "/large2"]);
});

test("plays without a cache, and without room in it", async () => {
  caches.isFull = true;
  assert.equal(await (await files.get("/a")).text(), "/a");
  const open = async () => {
    throw new Error("forbidden");
  };
  for (const other of [undefined, { open, delete: open }]) {
    files = new ClipFiles({ download, caches: other });
    assert.equal(await (await files.get("/a")).text(), "/a");
    await files.delete("/a");
    await files.clear();
  }
});

test("forgets a clip that was deleted, and all of them", async () => {
  for (const url of ["/a", "/b", "/c"]) await files.get(url);
  await files.delete("/a");
  assert.deepEqual([...caches.map.keys()], ["/b", "/c"]);
  await files.clear();
  assert.equal(caches.map.size, 0);
});
