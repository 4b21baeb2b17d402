import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ClipPlayer } from "../../Sources/ChatterWeb/Site/scripts/player/clip-player.js";
import { attachMediaSession } from "../../Sources/ChatterWeb/Site/scripts/player/media-session.js";

/** A media element without sound. */
class FakeElement {
  src = "";
  currentTime = 0;
  duration = NaN;
  defaultPlaybackRate = 1;
  playbackRate = 1;
  volume = 1;
  loop = false;
  paused = true;
  ended = false;
  error = null;
  failure = null;

  async play() {
    if (this.failure) throw Object.assign(new Error(this.failure), { name: this.failure });
    this.paused = false;
    this.onplay?.();
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.onpause?.();
  }
  load() {
    this.currentTime = 0;
    this.ended = false;
    this.error = null;
  }
  removeAttribute() {
    this.src = "";
  }
  /** Plays to the end, as the browser does. */
  end() {
    this.ended = true;
    this.paused = true;
    this.onpause();
    this.onended();
  }
  fail(code) {
    this.error = { code };
    this.onerror();
  }
}

const clip = (id) => ({ id, url: `/${id}`, title: id, artist: "ann", duration: 48 });
const settled = () => new Promise((resolve) => setImmediate(resolve));
const { createObjectURL } = URL;
let element, player;

/** Downloads a file whose object URL is its path, so that tests see what is played. */
const fetchClip = async (url) => Object.assign(new Blob([url]), { url });

beforeEach(() => {
  URL.createObjectURL = (file) => file.url ?? createObjectURL(file);
  element = new FakeElement();
  player = new ClipPlayer({ element, fetchClip });
});

afterEach(() => (URL.createObjectURL = createObjectURL));

test("plays the file of a clip that the element cannot load, unless another is wanted", async () => {
  const loading = new Map();
  const fetchClip = (url) => new Promise((resolve, reject) => loading.set(url, { resolve, reject }));
  player = new ClipPlayer({ element, fetchClip });
  player.play(clip("a"));
  assert.deepEqual([element.src, player.source.id, player.state.kind], ["", "a", "start"]);
  player.play(clip("b"));
  loading.get("/a").resolve(new Blob(["a"]));
  await settled();
  assert.equal(element.src, "");
  loading.get("/b").resolve(new Blob(["b"]));
  await settled();
  assert.match(element.src, /^blob:/);
  assert.equal(player.state.kind, "playing");
  player.play(clip("c"));
  assert.equal(element.src, "");
  loading.get("/c").reject(new Error("lost"));
  await settled();
  assert.equal(player.problem, "network");
  player.toggle();
  loading.get("/c").resolve(new Blob(["c"]));
  await settled();
  assert.deepEqual([player.problem, player.state.kind], [null, "playing"]);
  player.close();
  assert.equal(element.src, "");
});

test("plays, pauses and plays again", async () => {
  player.play(clip("a"));
  await settled();
  assert.deepEqual([player.state.kind, element.src, element.paused], ["playing", "/a", false]);
  player.toggle();
  assert.deepEqual([player.state.kind, element.paused], ["paused", true]);
  player.toggle();
  await settled();
  assert.deepEqual([player.state.kind, element.paused], ["playing", false]);
});

test("follows the browser when it pauses and plays by itself", async () => {
  player.play(clip("a"));
  await settled();
  element.pause();
  assert.equal(player.state.kind, "paused");
  await element.play();
  assert.equal(player.state.kind, "playing");
});

test("plays one clip at a time, and the next one at the end", async () => {
  player.playAll([clip("a"), clip("b")]);
  player.append(clip("c"));
  for (const id of ["a", "b", "c"]) {
    await settled();
    assert.deepEqual([player.source.id, element.src, player.state.kind], [id, `/${id}`, "playing"]);
    element.end();
  }
  assert.deepEqual([player.source.id, player.state.kind], ["c", "start"]);
});

for (const [code, problem] of [[2, "network"], [3, "decode"], [4, "unsupported"]]) {
  test(`says ${problem} after error ${code}, and loads the clip again when it is played`, async () => {
    player.play(clip("a"));
    await settled();
    element.src = "broken";
    element.fail(code);
    assert.deepEqual([player.problem, player.state.kind], [problem, "start"]);
    player.toggle();
    await settled();
    assert.deepEqual([player.problem, player.state.kind, element.src], [null, "playing", "/a"]);
  });
}

test("is paused where the browser wants a click first", async () => {
  element.failure = "NotAllowedError";
  player.play(clip("a"));
  await settled();
  assert.deepEqual([player.problem, player.state.kind], ["blocked", "paused"]);
  element.failure = null;
  player.toggle();
  await settled();
  assert.deepEqual([player.problem, player.state.kind], [null, "playing"]);
});

test("ignores a refusal of a clip that was replaced meanwhile", async () => {
  element.failure = "NotAllowedError";
  player.play(clip("a"));
  element.failure = null;
  player.play(clip("b"));
  await settled();
  assert.deepEqual([player.problem, player.state.kind], [null, "playing"]);
});

test("seeks only within the clip", async () => {
  player.play(clip("a"));
  await settled();
  player.seek(100);
  assert.equal(player.position, 48);
  // As much as Firefox has loaded.
  element.duration = 11;
  assert.equal(player.duration, 48);
  element.duration = 50;
  player.skip(10);
  assert.equal(player.position, 50);
  player.skip(-60);
  assert.equal(player.position, 0);
});

test("keeps the pitch, and limits the rate and the volume", () => {
  assert.equal(element.preservesPitch, true);
  for (const [given, used] of [[2, 2], [9, 3], [0.1, 0.5], [NaN, 1]]) {
    player.setRate(given);
    assert.deepEqual([player.rate, element.playbackRate], [used, used]);
  }
  for (const [given, used] of [[0.5, 0.5], [2, 1], [-1, 0]]) {
    player.setVolume(given);
    assert.equal(player.volume, used);
  }
});

test("repeats by the element itself", () => {
  player.setRepeat(true);
  assert.deepEqual([player.repeat, element.loop], [true, true]);
});

test("goes to the beginning, then to the previous clip", async () => {
  player.playAll([clip("a"), clip("b")]);
  player.next();
  await settled();
  element.currentTime = 5;
  player.previous();
  assert.deepEqual([player.source.id, player.position], ["b", 0]);
  player.previous();
  assert.equal(player.source.id, "a");
  player.previous();
  assert.equal(player.source.id, "a");
});

test("forgets everything when it is closed", async () => {
  player.playAll([clip("a"), clip("b")]);
  await settled();
  player.close();
  assert.deepEqual([player.source, player.queue, element.src, element.paused], [null, [], "", true]);
  element.onerror();
  assert.equal(player.problem, null);
});

test("plays the bytes of a clip, and releases them", async () => {
  player.play({ ...clip("a"), url: null, blob: new Blob(["clip"]) });
  assert.match(element.src, /^blob:/);
  player.play(clip("b"));
  await settled();
  assert.equal(element.src, "/b");
});

/** A file that the server does not have, and one that the browser cannot play. */
const withFaults = async (url) => {
  if (url === "/gone") throw Object.assign(new Error("gone"), { status: 404 });
  if (url === "/away") throw new Error("away");
  return fetchClip(url);
};

test("skips what cannot be played, says so, and stops without a network", async () => {
  player = new ClipPlayer({ element, fetchClip: withFaults });
  const skipped = [];
  player.on("skipped", ({ id }) => skipped.push(id));
  player.playAll(["gone", "a", "b", "away", "c"].map(clip));
  await settled();
  assert.deepEqual([player.source.id, skipped], ["a", ["gone"]]);
  element.fail(3);
  await settled();
  assert.deepEqual([player.source.id, player.state.kind, skipped], ["b", "playing", ["gone", "a"]]);
  element.end();
  await settled();
  assert.deepEqual([player.source.id, player.problem], ["away", "network"]);
  player.play(clip("gone"));
  await settled();
  assert.equal(player.problem, "gone");
});

test("plays the next clip, or nothing, when the one that plays is deleted", async () => {
  player.playAll([clip("a"), clip("b"), clip("c")]);
  await settled();
  player.remove("b");
  assert.equal(player.source.id, "a");
  player.remove("a");
  await settled();
  assert.deepEqual([player.source.id, player.state.kind], ["c", "playing"]);
  player.remove("c");
  assert.deepEqual([player.source, element.src], [null, ""]);
});

test("continues with the clip that follows one played alone, and begins where it was left", async () => {
  const following = ({ id }) => (id === "a" ? clip("b") : null);
  player = new ClipPlayer({ element, fetchClip, following, place: ({ id }) => (id === "b" ? 7 : 0) });
  player.play(clip("a"));
  await settled();
  element.end();
  await settled();
  assert.deepEqual([player.source.id, element.currentTime], ["b", 7]);
  element.end();
  assert.deepEqual([player.source.id, player.state.kind], ["b", "start"]);
});

test("is paused, sought and played again while its clip is being loaded", async () => {
  player.play(clip("a"));
  player.toggle();
  player.seek(10);
  player.seek(20);
  await settled();
  assert.deepEqual([element.currentTime, element.paused, player.state.kind], [20, true, "start"]);
  player.play(clip("b"));
  player.toggle();
  player.toggle();
  await settled();
  assert.deepEqual([element.currentTime, player.state.kind], [0, "playing"]);
});

test("reports clips that were heard nearly to the end", async () => {
  const heard = [];
  player.on("heard", ({ id }) => heard.push(id));
  player.play(clip("a"));
  await settled();
  for (const seconds of [1, 43, 43.3]) {
    element.currentTime = seconds;
    element.ontimeupdate();
  }
  assert.deepEqual(heard, ["a"]);
});

test("is controlled from a lock screen, and shown there", async () => {
  const handlers = {};
  const mediaSession = {
    setActionHandler(action, handler) {
      if (action === "stop") throw new TypeError("unknown");
      handlers[action] = handler;
    },
    setPositionState: (state) => (mediaSession.position = state),
  };
  class Metadata {
    constructor(facts) {
      Object.assign(this, facts);
    }
  }
  attachMediaSession(player, { mediaSession, Metadata });
  player.playAll([clip("a"), clip("b")]);
  await settled();
  assert.deepEqual({ ...mediaSession.metadata }, { title: "a", artist: "ann" });
  assert.equal(mediaSession.playbackState, "playing");
  handlers.seekforward({});
  assert.deepEqual(mediaSession.position, { duration: 48, position: 10, playbackRate: 1 });
  handlers.seekto({ seekTime: 3 });
  assert.equal(player.position, 3);
  handlers.pause();
  assert.equal(mediaSession.playbackState, "paused");
  handlers.play();
  handlers.nexttrack();
  assert.equal(mediaSession.metadata.title, "b");
  player.close();
  assert.deepEqual([mediaSession.metadata, mediaSession.playbackState], [null, "none"]);
  attachMediaSession(player, { mediaSession: undefined });
});
