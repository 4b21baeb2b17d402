import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  NetworkError,
  ProblemError,
} from "../../Sources/ChatterWeb/Site/scripts/api/chatter-client.js";
import { Session } from "../../Sources/ChatterWeb/Site/scripts/model/session.js";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";
import { Settings } from "../../Sources/ChatterWeb/Site/scripts/storage/settings.js";
import { event } from "./support/fakes.mjs";

/** A server that needs a token to post, and accepts some. */
class FakeClient {
  token = null;
  users = { "ann's": "ann", "ben's": "ben" };
  isAway = false;
  readingNeedsToken = false;

  async server(token = this.token) {
    if (this.isAway) throw new NetworkError("away");
    if (token !== null && !this.users[token]) throw new ProblemError(401);
    const { readingNeedsToken } = this;
    const username = this.users[token];
    return { postingNeedsToken: true, readingNeedsToken, you: username ? { username } : null };
  }
}

let client, database, settings;

function makeSession() {
  client = new FakeClient();
  return new Session({ client, database, settings });
}

beforeEach(() => {
  database = new LocalDatabase({ indexedDB: null });
  settings = new Settings({ storage: null });
});

test("needs a token where the server says so", async () => {
  const session = makeSession();
  assert.deepEqual([session.isNeeded, session.isClosed], [false, false]);
  await session.describe();
  assert.deepEqual([session.isNeeded, session.isClosed], [true, false]);
  client.readingNeedsToken = true;
  await session.describe();
  assert.deepEqual([session.isNeeded, session.isClosed], [true, true]);
});

test("stays signed in from visit to visit, until it signs out", async () => {
  let session = makeSession();
  await session.signIn("ann's");
  assert.deepEqual([session.username, session.isNeeded, client.token], ["ann", false, "ann's"]);
  session = makeSession();
  await session.load();
  assert.deepEqual([session.username, client.token], ["ann", "ann's"]);
  assert.deepEqual([session.isAuthor("ann"), session.isAuthor("ben")], [true, false]);
  await session.signOut();
  assert.deepEqual([session.username, client.token, session.isAuthor("ann")], [null, null, false]);
  assert.equal(settings.get("session"), null);
  assert.equal(await database.get("drafts", "session"), undefined);
  session = makeSession();
  await session.load();
  assert.equal(session.username, null);
});

test("gives the service worker a copy of the token, and works without", async () => {
  await makeSession().signIn("ann's");
  assert.equal((await database.get("drafts", "session")).token, "ann's");
  database = { put: async () => { throw new Error("full"); } };
  await makeSession().signIn("ben's");
  const session = makeSession();
  await session.load();
  assert.deepEqual([session.username, client.token], ["ben", "ben's"]);
});

test("takes only chatts of its name for those of the person, where tokens are needed", async () => {
  const session = makeSession();
  const isPerson = () => ["ann", "ben"].map((name) => session.isPerson(name));
  // A server that has not said so may need none.
  assert.deepEqual(isPerson(), [true, true]);
  await session.signIn("ann's");
  assert.deepEqual(isPerson(), [true, false]);
  session.description = null;
  assert.deepEqual(isPerson(), [true, false]);
  await session.signIn("ben's");
  assert.deepEqual(isPerson(), [false, true]);
  session.description = { postingNeedsToken: false, readingNeedsToken: false };
  assert.deepEqual(isPerson(), [true, true]);
  session.description = { postingNeedsToken: false, readingNeedsToken: true };
  assert.deepEqual(isPerson(), [false, true]);
  await session.signOut();
  assert.deepEqual(isPerson(), [false, false]);
});

test("is signed out if what is stored is not a session", async () => {
  for (const text of ["ann", "null", "{}", '"ann"', "7"]) {
    settings.set("session", text);
    const session = makeSession();
    await session.load();
    assert.deepEqual([session.username, client.token], [null, null], text);
  }
});

test("replaces a token only with one that the server accepts", async () => {
  const session = makeSession();
  await session.signIn("ann's");
  await assert.rejects(session.signIn("wrong"), ProblemError);
  client.isAway = true;
  await assert.rejects(session.signIn("ben's"), NetworkError);
  assert.deepEqual([session.username, client.token], ["ann", "ann's"]);
  client.isAway = false;
  await session.signIn("ben's");
  assert.deepEqual([session.username, client.token], ["ben", "ben's"]);
});

test("needs a token while an invitation waits for the server", async () => {
  const session = makeSession();
  session.isInvited = true;
  assert.equal(session.isNeeded, true);
  await session.signIn("ann's");
  assert.deepEqual([session.isNeeded, session.isInvited], [false, false]);
});

test("keeps nothing of a token that the server refuses or cannot check", async () => {
  const session = makeSession();
  await assert.rejects(session.signIn("wrong"), ProblemError);
  client.isAway = true;
  await assert.rejects(session.signIn("ann's"), NetworkError);
  assert.deepEqual([session.username, client.token, settings.get("session")], [null, null, null]);
  assert.equal(await database.get("drafts", "session"), undefined);
});

test("signs out when the server no longer accepts the token, once for all calls", async () => {
  const session = makeSession();
  await session.signIn("ann's");
  client.users = {};
  const changes = [];
  session.on("change", () => changes.push(session.isRevoked));
  const done = event(session, "change", () => session.isNeeded && session.isRevoked);
  client.onDenied("ann's");
  await client.onDenied("ann's");
  await done;
  assert.deepEqual([session.username, client.token], [null, null]);
  assert.equal(await database.get("drafts", "session"), undefined);
  assert.equal(changes.filter(Boolean).length, 2);
});

test("continues with the token of another tab", async () => {
  const session = makeSession();
  await session.signIn("ann's");
  settings.set("session", JSON.stringify({ token: "ben's", username: "ben" }));
  await client.onDenied("ann's");
  assert.deepEqual([session.username, client.token, session.isRevoked], ["ben", "ben's", false]);
});

test("takes a denial for the need of a token while the server cannot say", async () => {
  const session = makeSession();
  client.isAway = true;
  await client.onDenied(null);
  assert.deepEqual([session.isNeeded, session.isClosed, session.isRevoked], [true, true, false]);
});
