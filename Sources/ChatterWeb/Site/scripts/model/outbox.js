import { NetworkError, ProblemError } from "../api/chatter-client.js";

/**
 * A post that the server has not acknowledged. `problem` is what to change, or why it waits.
 * @typedef {{key: string, username: string, message: string|null, clip: Blob|null,
 *   duration: number|null, createdAt: Date, state: "waiting"|"sending"|"failed",
 *   problem: string|null}} OutboxItem
 */

/**
 * The posts that the server does not have yet. Each is stored before it is sent, and sent until the
 * server has it or refuses it; its key makes sure that it becomes one chatt.
 *
 * Dispatches `change`, and `posted` with `{item, chatt, deleteToken}`.
 */
export class Outbox extends EventTarget {
  static #delaySecondsMax = 60;

  #client;
  #database;
  #locks;
  #items = [];
  #isSending = false;
  #delaySeconds = 1;
  #timer = null;

  constructor({ client, database, locks = globalThis.navigator?.locks }) {
    super();
    this.#client = client;
    this.#database = database;
    this.#locks = locks;
  }

  /** @returns {readonly OutboxItem[]} oldest first */
  get items() {
    return this.#items;
  }

  /** Reads what an earlier visit has left, and sends it. */
  async load() {
    const known = new Set(this.#items.map(({ key }) => key));
    for (const item of await this.#database.entries("outbox")) {
      if (known.has(item.key)) continue;
      this.#items.push(item.state === "sending" ? { ...item, state: "waiting" } : item);
    }
    this.#items.sort((one, other) => one.createdAt - other.createdAt);
    this.#changed();
    return this.send();
  }

  /** Stores a post, and sends it. Returns once it is stored. */
  async add({ username, message = null, clip = null, duration = null }) {
    const item = {
      key: crypto.randomUUID(),
      username,
      message,
      clip,
      duration,
      createdAt: new Date(),
      state: "waiting",
      problem: null,
    };
    await this.#database.put("outbox", item.key, item);
    this.#items.push(item);
    this.#changed();
    this.send();
    return item;
  }

  /** Sends a failed post again, with the same key. */
  async retry(key) {
    await this.#set(key, { state: "waiting", problem: null });
    return this.send();
  }

  /**
   * Removes a post that is not being sent. Returns a function that brings it back; null if the post
   * is on its way, since the server may have it.
   */
  async discard(key) {
    const item = this.#items.find((item) => item.key === key);
    if (!item || item.state === "sending") return null;
    this.#forget(key);
    await this.#database.delete("outbox", key);
    return async () => {
      await this.#database.put("outbox", key, item);
      this.#items = [...this.#items, item].sort((one, other) => one.createdAt - other.createdAt);
      this.#changed();
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
        const item = this.#items.find(({ state }) => state === "waiting");
        if (!item) return;
        // Only one tab sends at a time.
        pauseSeconds = this.#locks
          ? await this.#locks.request("chatter-outbox", () => this.#sendOne(item))
          : await this.#sendOne(item);
      }
    } finally {
      this.#isSending = false;
    }
    this.#sendLater(pauseSeconds);
  }

  /** Sends one post. Returns the pause in seconds that the server needs; null if it needs none. */
  async #sendOne({ key }) {
    const item = await this.#database.get("outbox", key);
    // Another tab may have sent or discarded it meanwhile, or this one discarded it.
    if (!item) this.#forget(key);
    if (!this.#items.some((item) => item.key === key)) return null;
    await this.#set(key, { state: "sending", problem: null });
    try {
      const { chatt, deleteToken } = await this.#client.post(item);
      // The token is stored first: a crash between the two steps only repeats the post.
      await this.#database.put("tokens", chatt.id, { id: chatt.id, deleteToken });
      await this.#database.delete("outbox", key);
      this.#delaySeconds = 1;
      this.#dispatch("posted", { item, chatt, deleteToken });
      this.#forget(key);
      return null;
    } catch (error) {
      const isRefusal = error instanceof ProblemError;
      if (error instanceof NetworkError || (isRefusal && error.isTemporary)) {
        await this.#set(key, { state: "waiting", problem: isRefusal ? error.detail : null });
        return error.retryAfter ?? 0;
      }
      await this.#set(key, { state: "failed", problem: error.message });
      return null;
    }
  }

  #sendLater(secondsMin) {
    const seconds = Math.max(secondsMin, this.#delaySeconds);
    this.#delaySeconds = Math.min(2 * this.#delaySeconds, Outbox.#delaySecondsMax);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), seconds * 1000);
    this.#dispatch("delayed");
  }

  async #set(key, changes) {
    const index = this.#items.findIndex((item) => item.key === key);
    if (index < 0) return;
    this.#items[index] = { ...this.#items[index], ...changes };
    await this.#database.put("outbox", key, this.#items[index]);
    this.#changed();
  }

  #forget(key) {
    this.#items = this.#items.filter((item) => item.key !== key);
    this.#changed();
  }

  #changed() {
    this.#dispatch("change");
  }

  #dispatch(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}
