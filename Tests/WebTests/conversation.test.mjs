import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import {
  NetworkError,
  ProblemError,
} from "../../Sources/ChatterWeb/Site/scripts/api/chatter-client.js";
import { LiveUpdates } from "../../Sources/ChatterWeb/Site/scripts/api/live-updates.js";
import { chattFromJSON } from "../../Sources/ChatterWeb/Site/scripts/model/chatt.js";
import { Conversation } from "../../Sources/ChatterWeb/Site/scripts/model/conversation.js";
import { Outbox } from "../../Sources/ChatterWeb/Site/scripts/model/outbox.js";
import { Heard } from "../../Sources/ChatterWeb/Site/scripts/model/heard.js";
import { LocalDatabase } from "../../Sources/ChatterWeb/Site/scripts/storage/database.js";
import { Session } from "../../Sources/ChatterWeb/Site/scripts/model/session.js";
import { Settings } from "../../Sources/ChatterWeb/Site/scripts/storage/settings.js";
import { chattJSON, event, FakeEventStream } from "./support/fakes.mjs";

const chatt = (number, changes) => chattFromJSON(chattJSON(number, changes));

/** A server with a list of chatts, newest first, and pages of two. */
class FakeServer {
  chatts = [];
  isAway = false;
  queries = [];
  deletions = [];

  /** Whose token is accepted, and what needs one. */
  needs = { postingNeedsToken: false, readingNeedsToken: false };
  token = null;
  accepted = "ann's";
  users = {};

  #check(needsToken, token = this.token) {
    if (!needsToken || token === this.accepted || this.users[token]) return;
    if (token === this.token) this.onDenied(token);
    throw new ProblemError(401);
  }

  async server(token = this.token) {
    this.#check(token !== null, token);
    return { ...this.needs, you: token && { username: this.users[token] ?? "ann" } };
  }

  async page({ before, q, audio, limit = 2 }) {
    this.queries.push({ before, q });
    this.#check(this.needs.readingNeedsToken);
    if (this.isAway) throw new NetworkError("away");
    const start = before ? Number(before) : 0;
    const found = this.chatts.filter((chatt) =>
      (!q || chatt.message.includes(q)) && (!audio || chatt.audio));
    const next = start + limit < found.length ? String(start + limit) : null;
    return { chatts: found.slice(start, start + limit), next, previous: null };
  }

  async chatt(id) {
    const found = this.chatts.find((chatt) => chatt.id === id);
    if (!found) throw new ProblemError(404);
    return found;
  }

  async post({ username, message }) {
    this.#check(this.needs.postingNeedsToken);
    const posted = chatt(100, { username, message });
    this.chatts.unshift(posted);
    return { chatt: posted, deleteToken: "token" };
  }

  async delete(id, token) {
    this.deletions.push(token);
    if (!this.chatts.some((chatt) => chatt.id === id)) throw new ProblemError(404);
    this.chatts = this.chatts.filter((chatt) => chatt.id !== id);
  }
}

let server, database, settings, session, heard, conversation;

function makeConversation() {
  const window = new EventTarget();
  const live = new LiveUpdates({ connect: (position) => new FakeEventStream(position), window });
  const outbox = new Outbox({ client: server, database, locks: undefined });
  session = new Session({ client: server, database, settings });
  heard = new Heard({ settings });
  return new Conversation({ client: server, live, outbox, database, settings, session, heard });
}

const messages = () => conversation.shown.chatts.map(({ message }) => message.slice(8)).join(" ");
const loaded = () => event(conversation, "change", () => !conversation.isLoading);

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeEventStream.all = [];
  server = new FakeServer();
  server.chatts = [4, 3, 2, 1].map((number) => chatt(number));
  database = new LocalDatabase({ indexedDB: null });
  settings = new Settings({ storage: null });
  conversation = makeConversation();
});

afterEach(() => {
  mock.timers.reset();
});

test("shows the newest page, and older ones when asked", async () => {
  await conversation.start();
  assert.equal(messages(), "3 4");
  await conversation.loadOlder();
  assert.equal(messages(), "1 2 3 4");
  assert.equal(conversation.timeline.olderCursor, null);
});

test("misses nothing that is posted between the first page and the stream", async () => {
  await conversation.start();
  server.chatts.unshift(chatt(5));
  const isLoaded = loaded();
  FakeEventStream.latest.open();
  await isLoaded;
  assert.equal(messages(), "3 4 5");
});

for (const earlier of [[], [4], [3, 4]]) {
  test(`keeps what arrives while a page of ${earlier.length} chatts is on its way`, async () => {
    server.chatts = earlier.map((number) => chatt(number)).reverse();
    let arrive;
    const arrival = new Promise((resolve) => (arrive = resolve));
    const page = server.page.bind(server);
    server.page = async (query) => {
      const response = await page(query);
      await arrival;
      return response;
    };
    const started = conversation.start();
    FakeEventStream.latest.receive("chatt", chattJSON(5), "p1");
    FakeEventStream.latest.receive("chatt", chattJSON(6), "p2");
    FakeEventStream.latest.receive("delete", { id: chatt(5).id }, "p3");
    const posted = event(conversation, "posted");
    await conversation.post({ username: "ann", message: "message mine" });
    await posted;
    assert.equal(messages(), "6 mine");
    arrive();
    await started;
    assert.equal(messages(), [...earlier, 6, "mine"].join(" "));
    // A later page contains them, if they are still there.
    server.chatts = server.chatts.slice(1);
    await conversation.refresh();
    assert.equal(messages(), earlier.join(" "));
  });
}

test("a search shows nothing that arrives again while its page is on its way", async () => {
  await conversation.start();
  const searched = conversation.setSearch("message 4");
  FakeEventStream.latest.receive("chatt", chattJSON(3), "p1");
  await searched;
  assert.equal(messages(), "4");
});

test("reports new chatts of others, once", async () => {
  await conversation.start();
  const arrived = [];
  conversation.addEventListener("arrived", ({ detail }) => arrived.push(detail.message));
  FakeEventStream.latest.receive("chatt", chattJSON(5), "p1");
  FakeEventStream.latest.receive("chatt", chattJSON(5), "p1");
  assert.deepEqual(arrived, ["message 5"]);
  FakeEventStream.latest.receive("delete", { id: chatt(5).id }, "p2");
  assert.equal(messages(), "3 4");
});

test("loads the first page again after a reset", async () => {
  await conversation.start();
  await conversation.loadOlder();
  server.chatts = [9, 8].map((number) => chatt(number));
  const isLoaded = loaded();
  FakeEventStream.latest.receive("reset", {}, "p");
  await isLoaded;
  assert.equal(messages(), "8 9");
});

test("shows a post of its own once, and can delete it", async () => {
  await conversation.start();
  const posted = event(conversation, "posted");
  await conversation.post({ username: "ann", message: "message mine" });
  const { id } = (await posted).detail;
  FakeEventStream.latest.receive("chatt", chattJSON(100, { message: "message mine" }), "p1");
  assert.equal(messages(), "3 4 mine");
  assert.equal(settings.get("username"), "ann");
  assert.equal(conversation.isOwn({ id }), true);
  assert.equal(conversation.isOwn(chatt(3)), false);
  await conversation.delete(id);
  assert.deepEqual(server.deletions, ["token"]);
  assert.equal(messages(), "3 4");
  assert.equal(conversation.isOwn({ id }), false);
});

test("a chatt that somebody else has deleted just disappears", async () => {
  await conversation.start();
  settings.setDeleteToken(chatt(4).id, "token");
  server.chatts.shift();
  await conversation.delete(chatt(4).id);
  assert.equal(messages(), "3");
});

test("searches on the server, and shows nothing else meanwhile", async () => {
  await conversation.start();
  await conversation.setSearch("2");
  assert.equal(messages(), "2");
  FakeEventStream.latest.receive("chatt", chattJSON(5), "p");
  assert.equal(messages(), "2");
  await conversation.setSearch("");
  assert.equal(messages(), "3 4 5");
});

test("says that a search needs the server, and searches when it is back", async () => {
  await conversation.start();
  server.isAway = true;
  await conversation.setSearch("2");
  assert.deepEqual([messages(), conversation.problem], ["", "away"]);
  server.isAway = false;
  await conversation.refresh();
  assert.deepEqual([messages(), conversation.problem], ["2", null]);
});

test("leaves a search with a post, and with the way to a chatt", async () => {
  await conversation.start();
  await conversation.setSearch("1");
  assert.equal(await conversation.reveal(chatt(1).id), true);
  assert.deepEqual([messages(), conversation.search], ["1 2 3 4", ""]);
  await conversation.setSearch("1");
  await conversation.post({ username: "ann", message: "message 9" });
  assert.equal(conversation.search, "");
  assert.equal(await conversation.reveal(chatt(77).id), false);
});

test("loads all that was not read since the last visit", async () => {
  settings.set("lastRead", chatt(2).id);
  await conversation.start();
  assert.equal(messages(), "1 2 3 4");
});

test("loads all that was not read, although the newest page is loaded meanwhile", async () => {
  settings.set("lastRead", chatt(1).id);
  const page = server.page.bind(server);
  let isFirst = true;
  server.page = async (query) => {
    if (query.before && isFirst) {
      isFirst = false;
      conversation.refresh();
    }
    return page(query);
  };
  await conversation.start();
  assert.equal(messages(), "1 2 3 4");
});

test("opens after the newest page is there, although the stream asks for it meanwhile", async () => {
  settings.set("lastRead", chatt(1).id);
  await database.put("timeline", "newest", { chatts: [chatt(1)], next: null });
  const page = server.page.bind(server);
  let count = 0;
  server.page = async (query) => {
    count += 1;
    const isFirst = count === 1;
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    if (isFirst) conversation.refresh();
    return page(query);
  };
  const opened = [];
  conversation.on("loaded", () => opened.push(messages()));
  await conversation.start();
  assert.deepEqual(opened, ["1 2 3 4"]);
});

test("drops a page that arrives after the server was closed", async () => {
  const page = server.page.bind(server);
  server.page = async (query) => {
    session.description = { postingNeedsToken: true, readingNeedsToken: true };
    await new Promise((resolve) => setImmediate(resolve));
    session.emit("change");
    return page(query);
  };
  await conversation.start();
  assert.deepEqual([messages(), conversation.isLoading], ["", false]);
});

for (const [name, audio, heardIDs, expected] of [
  ["all pages", [1, 2, 3, 4], [], [1, 2, 3, 4]],
  ["what was not heard", [1, 2, 3, 4], [2, 3], [1, 4]],
  ["nothing without clips", [], [], []],
]) {
  test(`finds the clips that are new: ${name}`, async () => {
    heard.begin(new Date(0));
    const clip = { url: "/v1/audio/a.m4a", duration: 1 };
    server.chatts = [4, 3, 2, 1].map((number) =>
      chatt(number, audio.includes(number) ? { audio: clip } : {}));
    for (const number of heardIDs) heard.mark(chatt(number));
    const found = await conversation.unheard();
    assert.deepEqual(found.map(({ id }) => id), expected.map((number) => chatt(number).id));
  });
}

test("ignores the response to an earlier search that comes late", async () => {
  await conversation.start();
  let release;
  const page = server.page.bind(server);
  server.page = (query) =>
    query.q === "1" ? new Promise((resolve) => (release = () => resolve(page(query)))) : page(query);
  const first = conversation.setSearch("1");
  await conversation.setSearch("2");
  release();
  await first;
  assert.equal(messages(), "2");
});

test("loads all chatts from a day on, and finds the first of them", async () => {
  server.chatts = [9, 8, 7, 5, 4, 3, 2, 1, 0].map((number) => chatt(number));
  await conversation.start();
  await conversation.setSearch("2");
  const { first, isComplete } = await conversation.revealDate(chatt(6).createdAt);
  assert.deepEqual([first.id, isComplete, conversation.search], [chatt(7).id, true, ""]);
  const day = await conversation.revealDate(new Date(chatt(0).createdAt - 1));
  assert.deepEqual([day.first.id, day.isComplete], [chatt(0).id, true]);
  const later = await conversation.revealDate(chatt(10).createdAt);
  assert.deepEqual(later, { first: null, isComplete: true });
});

test("loads a bounded number of pages for a day, and continues from there", async () => {
  const count = 50 * 200 + 100;
  server.chatts = Array.from({ length: count }, (_, index) => chatt(count - index));
  await conversation.start();
  const beginning = chatt(0).createdAt;
  const { first, isComplete } = await conversation.revealDate(beginning);
  assert.equal(isComplete, false);
  assert.equal(first.id, conversation.timeline.chatts[0].id);
  const rest = await conversation.revealDate(beginning);
  assert.deepEqual([rest.first.id, rest.isComplete], [chatt(1).id, true]);
});

test("says that a day cannot be loaded while the server is away", async () => {
  await conversation.start();
  server.isAway = true;
  await assert.rejects(conversation.revealDate(new Date(0)), NetworkError);
});

test("shows the last timeline while the server is away", async () => {
  await conversation.start();
  mock.timers.tick(1000);
  server.isAway = true;
  conversation = makeConversation();
  await conversation.start();
  assert.equal(messages(), "3 4");
  assert.equal(conversation.problem, "away");
});

test("shows why a request was refused", async () => {
  server.page = async () => {
    throw new ProblemError(400, { code: "invalid-parameter", detail: "q is too long" });
  };
  await conversation.start();
  assert.deepEqual(conversation.problem, { detail: "q is too long", code: "invalid-parameter" });
});

test("takes over tokens of posts that were sent while no page was open", async () => {
  await database.put("tokens", chatt(4).id, { id: chatt(4).id, deleteToken: "late" });
  await conversation.start();
  assert.equal(settings.deleteToken(chatt(4).id), "late");
  assert.deepEqual(await database.entries("tokens"), []);
});

test("takes over the token of a post that the service worker sends while the page opens", async () => {
  const item = { key: "k", username: "ann", message: "m", createdAt: new Date(), state: "waiting" };
  await database.put("outbox", "k", item);
  const { get } = database;
  database.get = async (...names) => {
    if (names[0] === "outbox" && (await get.call(database, ...names))) {
      await database.put("tokens", chatt(4).id, { id: chatt(4).id, deleteToken: "late" });
      await database.delete("outbox", "k");
    }
    return get.call(database, ...names);
  };
  const isTaken = event(
    conversation, "change", () => settings.deleteToken(chatt(4).id) === "late");
  await conversation.start();
  await isTaken;
});

test("shows nothing to strangers where reading needs a token, and all after signing in", async () => {
  await database.put("timeline", "newest", { chatts: [chatt(4)], next: null });
  server.needs = { postingNeedsToken: true, readingNeedsToken: true };
  const isClosed = event(conversation, "change", () => conversation.isClosed);
  await conversation.start();
  await isClosed;
  assert.deepEqual([messages(), conversation.problem], ["", null]);
  assert.equal(conversation.connection, "denied");
  assert.equal(await database.get("timeline", "newest"), undefined);
  const isLoaded = loaded();
  await session.signIn("ann's");
  FakeEventStream.latest.open();
  await isLoaded;
  assert.deepEqual([messages(), conversation.connection], ["3 4", "live"]);
  assert.equal(conversation.isOwn(chatt(3)), true);
  mock.timers.tick(1000);
  await session.signOut();
  assert.deepEqual([messages(), conversation.connection], ["", "denied"]);
  mock.timers.tick(1000);
  assert.deepEqual((await database.get("timeline", "newest"))?.chatts ?? [], []);
});

test("keeps a post that needs a token until somebody signs in", async () => {
  server.needs = { postingNeedsToken: true, readingNeedsToken: false };
  await conversation.start();
  const isDenied = event(session, "change", () => session.isNeeded);
  await conversation.post({ username: "ann", message: "message mine" });
  await isDenied;
  assert.equal(conversation.outbox.items[0].state, "denied");
  assert.deepEqual([messages(), conversation.isClosed], ["3 4", false]);
  const posted = event(conversation, "posted");
  await session.signIn("ann's");
  await posted;
  assert.deepEqual(conversation.outbox.items, []);
});

test("what somebody has posted is theirs again only when they sign in again", async () => {
  server.needs = { postingNeedsToken: true, readingNeedsToken: false };
  server.users = { "ann's": "ann", "ben's": "ben" };
  await session.signIn("ann's");
  await conversation.start();
  const posted = event(conversation, "posted");
  await conversation.post({ username: "ann", message: "message mine" });
  const mine = (await posted).detail;
  assert.equal(conversation.isOwn(mine), true);
  await session.signOut();
  await session.describe();
  assert.equal(conversation.isOwn(mine), false);
  await session.signIn("ben's");
  assert.equal(conversation.isOwn(mine), false);
  await session.signIn("ann's");
  assert.equal(conversation.isOwn(mine), true);
});

test("asks for another token after a revocation, and loses nothing", async () => {
  server.needs = { postingNeedsToken: true, readingNeedsToken: true };
  await session.signIn("ann's");
  await conversation.start();
  assert.equal(messages(), "3 4");
  server.accepted = "new";
  const isRevoked = event(session, "change", () => session.isNeeded);
  await conversation.post({ username: "ann", message: "message mine" });
  await isRevoked;
  assert.deepEqual([session.isRevoked, session.username, server.token], [true, null, null]);
  assert.equal(await database.get("drafts", "session"), undefined);
  const posted = event(conversation, "posted");
  await session.signIn("new");
  await posted;
  assert.equal(session.isRevoked, false);
});

test("reads after signing in, although the events are not refused yet", async () => {
  server.needs = { postingNeedsToken: true, readingNeedsToken: true };
  await conversation.start();
  assert.equal(messages(), "");
  const isLoaded = event(conversation, "loaded");
  await session.signIn("ann's");
  await isLoaded;
  assert.equal(messages(), "3 4");
});

test("forgets what was read after signing out of a server that may be closed", async () => {
  await session.signIn("ann's");
  await conversation.start();
  session.description = null;
  const isClosed = event(conversation, "closed");
  await session.signOut();
  await isClosed;
  assert.deepEqual([messages(), await database.get("timeline", "newest")], ["", undefined]);
});

test("finds older messages after a visit that had more than it could keep", async () => {
  settings.set("lastRead", chatt(60).id);
  server.chatts = Array.from({ length: 60 }, (_, index) => chatt(60 - index));
  const page = server.page.bind(server);
  server.page = ({ limit = 50, ...query }) => page({ limit, ...query });
  await conversation.start();
  await conversation.loadOlder();
  assert.equal(conversation.timeline.chatts.length, 60);
  mock.timers.tick(1000);
  conversation = makeConversation();
  await conversation.start();
  await conversation.loadOlder();
  assert.equal(conversation.timeline.chatts.length, 60);
});

test("keeps a refresh that is on its way while older messages are loaded", async () => {
  await conversation.start();
  server.chatts.unshift(chatt(5));
  const refreshed = conversation.refresh();
  await conversation.reveal(chatt(1).id);
  await refreshed;
  assert.equal(messages(), "1 2 3 4 5");
});

test("begins the first visit to a closed server after signing in", async () => {
  server.needs = { postingNeedsToken: true, readingNeedsToken: true };
  await session.describe().catch(() => {});
  await conversation.start();
  assert.equal(heard.isFirstVisit, true);
  const isLoaded = event(conversation, "loaded");
  await session.signIn("ann's");
  await isLoaded;
  assert.deepEqual([messages(), heard.isFirstVisit], ["3 4", false]);
  assert.equal(heard.since < chatt(3).createdAt, true);
});

test("keeps what is written and recorded for the next visit", async () => {
  await conversation.saveMessage("half");
  await conversation.saveClip(new Blob(["clip"]), 1.5);
  const draft = await makeConversation().loadDraft();
  assert.deepEqual([draft.message, draft.clip.size, draft.duration], ["half", 4, 1.5]);
  await conversation.saveMessage("");
  await conversation.saveClip(null);
  const none = { message: "", clip: null, duration: null };
  assert.deepEqual(await makeConversation().loadDraft(), none);
});
