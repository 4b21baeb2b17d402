import { NetworkError } from "../api/chatter-client.js";
import { Emitter } from "./emitter.js";

const noProblem = { problem: null, code: null };
/** What is wrong with a post itself is not different when it is sent again. */
const finalStatuses = [400, 413, 422];

/**
 * A post that the server has not acknowledged. `problem` is what to change, or why it waits, in the
 * server's words, and `code` its code; `isFinal` is whether the same post is always refused.
 * @typedef {{key: string, username: string, message: string|null, clip: Blob|null,
 *   duration: number|null, createdAt: Date, state: "waiting"|"denied"|"sending"|"failed",
 *   problem: string|null, code: string|null, isFinal: boolean, isStored: boolean}} OutboxItem
 */

/**
 * The posts that the server does not have yet. Each is stored before it is sent, and sent until the
 * server has it or refuses it; its key makes sure that it becomes one chatt. A browser without room
 * cannot store it: it is sent all the same, as long as the page is open.
 *
 * Emits `change`, `posted` with `{chatt, deleteToken, clip}`, and `delayed`.
 */
export class Outbox extends Emitter {
  static #delaySecondsMax = 60;
  #client;
  #database;
  #locks;
  #isSending = false;
  #delaySeconds = 1;
  #timer;
  /** @type {readonly OutboxItem[]} oldest first */
  items = [];

  constructor({ client, database, locks = globalThis.navigator?.locks }) {
    super();
    this.#client = client;
    this.#database = database;
    this.#locks = locks;
  }

  /** Reads what an earlier visit has left, and sends it. */
  async load() {
    for (const item of await this.#database.entries("outbox")) {
      const state = item.state === "failed" ? "failed" : "waiting";
      if (!this.#find(item.key)) this.#add({ ...item, state, isStored: true });
    }
    return this.send();
  }

  /** Stores a post, and sends it. Returns once it is stored. */
  async add({ username, message = null, clip = null, duration = null }) {
    const key = crypto.randomUUID();
    const createdAt = new Date();
    const item = { key, username, message, clip, duration, createdAt, isStored: false };
    await this.#put({ ...item, state: "waiting", ...noProblem });
    this.send();
    return item;
  }

  /** Sends what waits for signing in. */
  async resume() {
    for (const item of this.items.filter(({ state }) => state === "denied")) {
      await this.#put({ ...item, state: "waiting" });
    }
    return this.send();
  }

  /** Sends a failed post again, with the same key. */
  async retry(key) {
    await this.#put({ ...this.#find(key), state: "waiting", ...noProblem });
    return this.send();
  }

  /**
   * Removes a post that is not being sent. Returns a function that brings it back; null if the post
   * is on its way, since the server may have it.
   */
  async discard(key) {
    const item = this.#find(key);
    if (!item || item.state === "sending") return null;
    this.#forget(key);
    await this.#unstore(key);
    return async () => {
      await this.#put(item);
      this.send();
    };
  }

  /** Sends all waiting posts now, one after the other, in their order. */
  async send() {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    this.#isSending = true;
    let pauseSeconds = null;
    try {
      while (pauseSeconds === null) {
        const item = this.items.find(({ state }) => state === "waiting");
        if (!item) return;
        // Only one tab sends at a time.
        const send = () => this.#sendOne(item);
        pauseSeconds = await (this.#locks ? this.#locks.request("chatter-outbox", send) : send());
      }
    } finally {
      this.#isSending = false;
    }
    const seconds = Math.max(pauseSeconds, this.#delaySeconds);
    this.#delaySeconds = Math.min(2 * this.#delaySeconds, Outbox.#delaySecondsMax);
    this.#timer = setTimeout(() => this.send(), seconds * 1000);
    this.emit("delayed");
  }

  /** Sends one post. Returns the pause in seconds that the server needs; null if it needs none. */
  async #sendOne({ key }) {
    // Another tab may have sent or discarded it meanwhile, or this one discarded it.
    const known = this.#find(key);
    const stored = known?.isStored
      ? await this.#database.get("outbox", key).catch(() => known) : known;
    if (!stored) this.#forget(key);
    if (!this.#find(key)) return null;
    await this.#put({ ...stored, state: "sending", ...noProblem });
    try {
      const posted = await this.#client.post(stored);
      const { chatt: { id }, deleteToken } = posted;
      // The token is stored first: a crash between the two steps only repeats the post.
      await this.#database.put("tokens", id, { id, deleteToken }).catch(() => {});
      await this.#unstore(key);
      this.#delaySeconds = 1;
      this.emit("posted", { ...posted, clip: stored.clip });
      this.#forget(key);
      return null;
    } catch (error) {
      const isAway = error instanceof NetworkError;
      const isFinal = finalStatuses.includes(error.status);
      const problem = { problem: error.message, code: error.code ?? null, isFinal };
      if (isAway || error.isTemporary) {
        await this.#put({ ...stored, state: "waiting", ...(isAway ? noProblem : problem) });
        return error.retryAfter ?? 0;
      }
      if (error.status === 401) {
        await this.#put({ ...stored, state: "denied", ...noProblem });
        return null;
      }
      await this.#put({ ...stored, state: "failed", ...problem });
      return null;
    }
  }

  #find(key) {
    return this.items.find((item) => item.key === key);
  }

  async #put(item) {
    // A new post is shown once it is stored, since only then it is not lost.
    const isKnown = this.#find(item.key);
    if (isKnown) this.#add(item);
    const isStored = await this.#database.put("outbox", item.key, { ...item, isStored: true })
      .then(() => true, () => item.isStored);
    // Meanwhile it may have been discarded.
    if (!isKnown || (isStored !== item.isStored && this.#find(item.key))) {
      this.#add({ ...(this.#find(item.key) ?? item), isStored });
    }
  }

  /** A post that stays in the database is sent again with its key, which changes nothing. */
  #unstore(key) {
    return this.#database.delete("outbox", key).catch(() => {});
  }

  #add(item) {
    const others = this.items.filter(({ key }) => key !== item.key);
    this.items = [...others, item].sort((one, other) => one.createdAt - other.createdAt);
    this.emit("change");
  }

  #forget(key) {
    this.items = this.items.filter((item) => item.key !== key);
    this.emit("change");
  }
}
