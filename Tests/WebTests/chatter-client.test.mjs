import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ChatterClient,
  NetworkError,
  ProblemError,
} from "../../Sources/ChatterWeb/Site/scripts/api/chatter-client.js";
import { chattJSON, response } from "./support/fakes.mjs";

/** A client, and the requests it has sent. */
function fixture(...responses) {
  const requests = [];
  const fetch = async (path, options) => {
    requests.push({ path, ...options });
    const next = responses.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  return { client: new ChatterClient({ fetch }), requests };
}

test("asks for a page with the parameters that are set", async () => {
  const body = { chatts: [chattJSON(1)], next: "older", previous: null };
  const { client, requests } = fixture(response(200, body));
  const page = await client.page({ before: "a/b", q: "", audio: false, limit: 20 });
  assert.equal(requests[0].path, "/v1/chatts?before=a%2Fb&limit=20");
  assert.equal(page.next, "older");
  assert.equal(page.chatts[0].createdAt.getTime(), Date.UTC(2026, 0, 1) + 1000);
});

test("posts a text as JSON with its key", async () => {
  const { client, requests } = fixture(response(201, { ...chattJSON(1), deleteToken: "t" }));
  const item = { key: "k", username: "ann", message: "two\nlines", clip: null };
  assert.equal((await client.post(item)).deleteToken, "t");
  assert.equal(requests[0].headers["Idempotency-Key"], "k");
  assert.deepEqual(JSON.parse(requests[0].body), { username: "ann", message: "two\nlines" });
});

test("posts a clip as a form, without base64", async () => {
  const { client, requests } = fixture(response(201, { ...chattJSON(1), deleteToken: "t" }));
  const clip = new Blob(["sound"], { type: "audio/mp4" });
  await client.post({ key: "k", username: "ann", message: null, clip });
  const form = requests[0].body;
  assert.deepEqual([...form.keys()], ["username", "audio"]);
  assert.equal(await form.get("audio").text(), "sound");
  assert.equal(requests[0].headers["Content-Type"], undefined);
});

test("deletes with the token", async () => {
  const { client, requests } = fixture(response(204));
  await client.delete("id", "token");
  assert.equal(requests[0].method, "DELETE");
  assert.equal(requests[0].headers.Authorization, "Bearer token");
});

test("sends its token with each call, and lets the browser keep nothing then", async () => {
  const { client, requests } = fixture(
    response(200, {}), response(200, {}), new Response("clip"), response(204), response(200, {}),
  );
  await client.server();
  assert.equal(requests[0].headers.Authorization, undefined);
  assert.equal(requests[0].cache, undefined);
  client.token = "mine";
  await client.server();
  assert.equal(await (await client.clip("/v1/audio/a.m4a")).text(), "clip");
  await client.delete("id", null);
  for (const { headers, cache } of requests.slice(1)) {
    assert.deepEqual([headers.Authorization, cache], ["Bearer mine", "no-store"]);
  }
  await client.server("another");
  assert.equal(requests.at(-1).headers.Authorization, "Bearer another");
});

test("reports that its token is not accepted, but not that another is not", async () => {
  const refusals = Array.from({ length: 5 }, () => response(401, { detail: "no" }));
  const { client } = fixture(...refusals, response(403));
  const denied = [];
  client.onDenied = (token) => denied.push(token);
  await assert.rejects(client.page(), ProblemError);
  client.token = "mine";
  await assert.rejects(client.page(), ProblemError);
  await assert.rejects(client.server("another"), ProblemError);
  await assert.rejects(client.delete("id", "delete token"), ProblemError);
  await assert.rejects(client.events(null), ProblemError);
  await assert.rejects(client.page(), ProblemError);
  assert.deepEqual(denied, [null, "mine", "mine"]);
});

test("asks for events from a position, without a limit of time", async () => {
  const { client, requests } = fixture(new Response(""), new Response(""));
  const { signal } = new AbortController();
  await client.events(null, signal);
  await client.events("a:1", signal);
  assert.deepEqual(requests.map(({ path }) => path), ["/v1/events", "/v1/events?since=a%3A1"]);
  assert.equal(requests[0].signal, signal);
});

test("loads clips of its own server only", async () => {
  const { client, requests } = fixture(new Response("a"), new TypeError("lost"));
  assert.equal(await (await client.clip("/v1/audio/a")).text(), "a");
  await assert.rejects(client.clip("/v1/audio/d"), NetworkError);
  for (const url of ["https://example.org/v1/audio/a", "//example.org/a", "/\\\\example.org/a"]) {
    await assert.rejects(client.clip(url), NetworkError);
  }
  assert.equal(requests.length, 2);
});

test("a refusal has the detail of the server, and says whether it is temporary", async () => {
  for (const [status, isTemporary] of [[422, false], [403, false], [429, true], [507, true]]) {
    const problem = { code: "c", detail: "send less", status };
    const { client } = fixture(response(status, problem, { "Retry-After": "7" }));
    const error = await client.page().catch((error) => error);
    assert.ok(error instanceof ProblemError);
    assert.equal(error.message, "send less");
    assert.equal(error.retryAfter, 7);
    assert.equal(error.isTemporary, isTemporary);
  }
});

test("a page of a proxy instead of a problem is still an error with a status", async () => {
  const { client } = fixture(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const error = await client.page().catch((error) => error);
  assert.equal(error.status, 502);
  assert.equal(error.message, "status 502");
});

test("a lost connection is a network error, also in the middle of a response", async () => {
  const { client } = fixture(new TypeError("failed"), new Response('{"chatts":[', { status: 200 }));
  await assert.rejects(client.page(), NetworkError);
  await assert.rejects(client.page(), NetworkError);
});

test("has the code of a problem, as far as the server says", async () => {
  const { client } = fixture(response(401, { detail: "x", code: "token-expired" }), response(403));
  await assert.rejects(client.server("a"), { status: 401, code: "token-expired", message: "x" });
  await assert.rejects(client.server("a"), { status: 403, code: null, message: "status 403" });
});
