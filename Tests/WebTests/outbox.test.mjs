import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import {
  NetworkError,
  ProblemError,
} from "../../Sources/ChatterWeb/Site/scripts/api/chatter-client.js";
import { chattFromJSON } from "../../Sources/ChatterWeb/Site/scripts/model/chatt.js";
import { Outbox } from "../../Sources/ChatterWeb/Site/scripts/model/outbox.js";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";
import { chattJSON, event } from "./support/fakes.mjs";

/** A client whose posts the test answers. */
class FakeClient {
  posts = [];
  #waiters = [];

  post(item) {
    return new Promise((resolve, reject) => {
      this.posts.push({ item, resolve, reject });
      this.#waiters.shift()?.(this.posts.at(-1));
    });
  }

  /** Returns the next post that is sent. */
  next() {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}

const stored = (number) => ({ chatt: chattFromJSON(chattJSON(number)), deleteToken: "t" });

let client, database, outbox;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  client = new FakeClient();
  database = new LocalDatabase({ indexedDB: null });
  outbox = new Outbox({ client, database, locks: undefined });
});

afterEach(() => mock.timers.reset());

test("stores a post before it is sent, and removes it when the server has it", async () => {
  const next = client.next();
  const item = await outbox.add({ username: "ann", message: "hello" });
  assert.equal((await database.entries("outbox")).length, 1);
  const posted = event(outbox, "posted");
  (await next).resolve(stored(1));
  const { detail } = await posted;
  assert.equal(detail.deleteToken, "t");
  assert.deepEqual(outbox.items, []);
  assert.deepEqual(await database.entries("outbox"), []);
});

test("sends posts one after the other, in their order", async () => {
  const first = client.next();
  await outbox.add({ username: "ann", message: "1" });
  await outbox.add({ username: "ann", message: "2" });
  (await first).item.message = "1";
  assert.equal(client.posts.length, 1);
  const second = client.next();
  client.posts[0].resolve(stored(1));
  assert.equal((await second).item.message, "2");
});

test("repeats a lost post with the same key until the server has it", async () => {
  let next = client.next();
  await outbox.add({ username: "ann", message: "hello" });
  const keys = [];
  for (const seconds of [1, 2, 4]) {
    const { item, reject } = await next;
    keys.push(item.key);
    const delayed = event(outbox, "delayed");
    reject(new NetworkError("lost"));
    await delayed;
    assert.equal(outbox.items[0].state, "waiting");
    next = client.next();
    mock.timers.tick(seconds * 1000);
  }
  keys.push((await next).item.key);
  assert.equal(new Set(keys).size, 1);
});

test("waits as long as the server says", async () => {
  const next = client.next();
  await outbox.add({ username: "ann", message: "hello" });
  const delayed = event(outbox, "delayed");
  (await next).reject(new ProblemError(429, { detail: "too many posts" }, 20));
  await delayed;
  assert.equal(outbox.items[0].problem, "too many posts");
  const again = client.next();
  mock.timers.tick(19_999);
  assert.equal(client.posts.length, 1);
  mock.timers.tick(1);
  await again;
});

test("keeps a refused post with the reason, and sends the next one", async () => {
  const first = client.next();
  await outbox.add({ username: "ann", message: "1" });
  await outbox.add({ username: "ann", message: "2" });
  const second = client.next();
  (await first).reject(new ProblemError(422, { code: "message-too-long", detail: "message is too long" }));
  assert.equal((await second).item.message, "2");
  assert.equal(outbox.items[0].state, "failed");
  const { problem, code } = outbox.items[0];
  assert.deepEqual([problem, code], ["message is too long", "message-too-long"]);
  const again = client.next();
  const posted = event(outbox, "posted");
  client.posts[1].resolve(stored(2));
  await posted;
  outbox.retry(outbox.items[0].key);
  assert.equal((await again).item.key, client.posts[0].item.key);
});

for (const [status, isFinal] of [[400, true], [413, true], [422, true], [403, false]]) {
  test(`${isFinal ? "knows" : "does not say"} that a post is always refused after ${status}`, async () => {
    const sent = client.next();
    await outbox.add({ username: "ann", message: "hello" });
    const failed = event(outbox, "change", () => outbox.items[0].state === "failed");
    (await sent).reject(new ProblemError(status));
    await failed;
    assert.equal(outbox.items[0].isFinal, isFinal);
  });
}

test("continues what an earlier visit has left, with the same key", async () => {
  client.next();
  const { key } = await outbox.add({ username: "ann", message: "hello" });
  const later = new FakeClient();
  const next = later.next();
  new Outbox({ client: later, database, locks: undefined }).load();
  assert.equal((await next).item.key, key);
});

test("does not send what another tab has sent", async () => {
  const item = { key: "k", username: "ann", message: "m", createdAt: new Date(), state: "waiting" };
  await database.put("outbox", "k", item);
  // The other tab holds the lock, sends the post, and only then lets this one continue.
  const locks = {
    request: async (_, action) => {
      await database.delete("outbox", "k");
      return action();
    },
  };
  const other = new Outbox({ client, database, locks });
  const isEmpty = event(other, "change", () => other.items.length === 0);
  other.load();
  await isEmpty;
  assert.equal(client.posts.length, 0);
});

test("discards a failed post, and brings it back", async () => {
  const next = client.next();
  const { key } = await outbox.add({ username: "ann", message: "hello" });
  const post = await next;
  assert.equal(await outbox.discard(key), null, "a post on its way cannot be discarded");
  const failed = event(outbox, "change", () => outbox.items[0]?.state === "failed");
  post.reject(new ProblemError(422));
  await failed;
  const undo = await outbox.discard(key);
  assert.deepEqual(outbox.items, []);
  assert.deepEqual(await database.entries("outbox"), []);
  await undo();
  assert.equal(outbox.items[0].key, key);
  assert.equal((await database.entries("outbox")).length, 1);
});

test("does not send what is discarded before it is on its way", async () => {
  const { key } = await outbox.add({ username: "ann", message: "hello" });
  assert.notEqual(await outbox.discard(key), null);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(client.posts.length, 0);
  assert.deepEqual(await database.entries("outbox"), []);
});

test("sends a post that the browser has no room to store, and says that it is not stored", async () => {
  database.put = async () => {
    throw new Error("no room");
  };
  const next = client.next();
  await outbox.add({ username: "ann", message: "hello" });
  const { item, resolve } = await next;
  assert.deepEqual([item.message, outbox.items[0].isStored], ["hello", false]);
  const posted = event(outbox, "posted");
  resolve(stored(1));
  await posted;
  assert.deepEqual(outbox.items, []);
});

for (const operation of ["get", "put", "delete"]) {
  for (let count = 0; count < 6; count += 1) {
    test(`sends a post once although ${operation} number ${count} of the database fails`, async () => {
      const original = database[operation].bind(database);
      let calls = 0;
      database[operation] = async (...given) => {
        calls += 1;
        if (calls === count + 1) throw new Error("no room");
        return original(...given);
      };
      const next = client.next();
      await outbox.add({ username: "ann", message: "hello" });
      const posted = event(outbox, "posted");
      (await next).resolve(stored(1));
      await posted;
      assert.deepEqual([outbox.items, client.posts.length], [[], 1]);
    });
  }
}

test("hands over the clip that was posted, which need not be loaded", async () => {
  const next = client.next();
  const clip = new Blob(["clip"]);
  await outbox.add({ username: "ann", clip });
  const posted = event(outbox, "posted");
  (await next).resolve(stored(1));
  assert.equal((await posted).detail.clip, clip);
});
