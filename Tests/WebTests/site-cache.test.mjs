import assert from "node:assert/strict";
import { test } from "node:test";

import { SiteCache } from "../../Sources/ChatterWeb/Site/scripts/storage/site-cache.js";

/** Caches as a service worker has them, with what they load from a site. */
class FakeCaches {
  all = new Map();
  constructor(site) {
    this.site = site;
  }
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const entries = this.all.get(name);
    return {
      match: async (path) => entries.get(path),
      put: async (path, response) => void entries.set(path, response),
      addAll: async (paths) => {
        const responses = await Promise.all(paths.map((path) => this.site.fetch(path)));
        if (responses.some(({ ok }) => !ok)) throw new TypeError("not ok");
        paths.forEach((path, index) => entries.set(path, responses[index]));
      },
    };
  }
  keys = async () => [...this.all.keys()];
  delete = async (name) => this.all.delete(name);
}

/** A server with one version of the site. */
class FakeSite {
  requests = [];
  failing = null;
  version = "v1";
  fetch = async (path) => {
    this.requests.push(path);
    if (this.failing?.test(path)) return this.failure();
    if (path === "/") {
      const headers = { Link: `</web/${this.version}/scripts/a.js>; rel=modulepreload` };
      return new Response(`<link href="/web/${this.version}/page.css">`, { headers });
    }
    const isOwn = path === "/start.js" || path.startsWith(`/web/${this.version}/`);
    return new Response(`${path} of ${this.version}`, { status: isOwn ? 200 : 404 });
  };
  failure = () => new Response("", { status: 500 });
}

function prepare(version = "v1", site = new FakeSite(), caches = new FakeCaches(site)) {
  const directory = `/web/${version}/`;
  const cache = new SiteCache({ directory, caches, fetch: site.fetch, timeout: 10 });
  return { site, caches, cache };
}

const paths = ["/", "/start.js", "/web/v1/page.css", "/web/v1/scripts/a.js"];

test("keeps the page and all files that it names", async () => {
  const { caches, cache } = prepare();
  await cache.fill();
  assert.deepEqual([...caches.all.keys()], ["chatter /web/v1/"]);
  assert.deepEqual([...caches.all.get("chatter /web/v1/").keys()].sort(), paths);
});

for (const path of paths) {
  test(`keeps nothing if ${path} cannot be loaded`, async () => {
    const { site, caches, cache } = prepare();
    site.failing = new RegExp(`^${path}$`);
    await assert.rejects(cache.fill());
    assert.deepEqual(await caches.keys(), []);
  });
}

test("keeps nothing if the server has another version, or is none", async () => {
  const { site, caches, cache } = prepare();
  site.version = "v2";
  await assert.rejects(cache.fill());
  site.failing = /^[/]$/;
  site.failure = () => new Response("Sign in to this network");
  await assert.rejects(cache.fill());
  assert.deepEqual(await caches.keys(), []);
});

test("stays complete when the server goes back to its version", async () => {
  const { site, cache } = prepare();
  await cache.fill();
  site.failing = /a[.]js$/;
  await cache.fill();
  assert.ok(await cache.respond("/web/v1/scripts/a.js", "/web/v1/scripts/a.js"));
  site.failing = /./;
  assert.match(await (await cache.respond("/", "/")).text(), /v1/);
});

test("removes other versions as a whole", async () => {
  const { site, caches, cache } = prepare();
  await cache.fill();
  site.version = "v2";
  const next = prepare("v2", site, caches).cache;
  await next.fill();
  assert.equal((await caches.keys()).length, 2);
  await next.removeOthers();
  assert.deepEqual(await caches.keys(), ["chatter /web/v2/"]);
});

test("has its files without the server, and asks it for the page", async () => {
  const { site, cache } = prepare();
  await cache.fill();
  site.requests = [];
  const file = await cache.respond("/web/v1/scripts/a.js", "/web/v1/scripts/a.js");
  assert.equal(await file.text(), "/web/v1/scripts/a.js of v1");
  assert.deepEqual(site.requests, []);
  site.version = "v2";
  const page = await cache.respond("/", "/");
  assert.match(await page.text(), /v2/);
});

for (const [what, failure] of Object.entries({
  "cannot be reached": () => Promise.reject(new TypeError("no network")),
  "fails": () => new Response("", { status: 503 }),
  "does not respond": () => new Promise(() => {}),
})) {
  test(`has the page of its version while the server ${what}`, async () => {
    const { site, cache } = prepare();
    await cache.fill();
    site.failing = /^[/]$/;
    site.failure = failure;
    const page = await cache.respond("/", "/");
    assert.match(await page.text(), /v1/);
  });
}

test("shows the refusal of a server that refuses", async () => {
  const { site, cache } = prepare();
  await cache.fill();
  site.failing = /^[/]$/;
  site.failure = () => new Response("", { status: 404 });
  assert.equal((await cache.respond("/", "/")).status, 404);
});

test("is for the page and the files of its version alone", () => {
  const { cache } = prepare();
  const own = ["/", "/start.js", "/web/v1/a.js"];
  const others = [
    "/trust", "/v1/chatts", "/service-worker.js", "/web", "/start.js/", "/web/v2/a.js", "/web/v1",
  ];
  assert.deepEqual([...own, ...others].filter((path) => cache.has(path)), own);
});
