import assert from "node:assert/strict";
import { test } from "node:test";

import { isOutdated } from "../../Sources/ChatterWeb/Site/scripts/views/version-view.js";

const directory = "/web/v1/";
const responding = (link, status = 200) => async () =>
  new Response(null, { status, headers: link ? { Link: link } : {} });

test("is outdated once the server has files of another version", async () => {
  const fetch = responding("</web/v2/styles/page.css>; rel=preload; as=style");
  assert.equal(await isOutdated({ fetch, directory }), true);
});

test("is not outdated while the server has its files", async () => {
  const fetch = responding("</web/v1/styles/page.css>; rel=preload; as=style");
  assert.equal(await isOutdated({ fetch, directory }), false);
});

test("is not outdated because of a server that does not say so", async () => {
  const link = "</web/v2/styles/page.css>; rel=preload";
  const all = [
    responding(null), responding(link, 503), responding("<https://portal.example/>; rel=next"),
    () => Promise.reject(new TypeError("no network")),
  ];
  for (const fetch of all) assert.equal(await isOutdated({ fetch, directory }), false);
});

test("loads the page's fields past every cache", async () => {
  let given;
  const fetch = async (...all) => {
    given = all;
    return new Response(null);
  };
  await isOutdated({ fetch, directory });
  assert.deepEqual(given, ["/", { method: "HEAD", cache: "no-store" }]);
});
