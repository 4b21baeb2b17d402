import { ProblemError } from "../api/chatter-client.js";
import { Timeline } from "./timeline.js";

/**
 * Everything the page does, without the page: reads and follows the timeline, searches, posts and
 * deletes.
 *
 * Dispatches `change` when `connection`, `search`, `isLoading` or `problem` has changed, `posted`
 * with a chatt of this page, and `arrived` with a new chatt of anybody else.
 */
export class Conversation extends EventTarget {
  static #cachedChatts = 50;

  #client;
  #live;
  #database;
  #settings;
  /** The number of the newest request for a page: responses to earlier ones are outdated. */
  #request = 0;
  #ownIDs = new Set();
  /** Events that may be of a post whose response has not arrived. */
  #deferred = [];
  #saving = null;

  timeline = new Timeline();
  /** @type {import("./outbox.js").Outbox} */
  outbox;
  search = "";
  isLoading = false;
  /** Why the last request failed; null if it did not, or if the server is away. */
  problem = null;

  constructor({ client, live, outbox, database, settings }) {
    super();
    this.#client = client;
    this.#live = live;
    this.#database = database;
    this.#settings = settings;
    this.outbox = outbox;
    live.addEventListener("state", () => {
      if (live.state === "live") {
        this.refresh();
        outbox.send();
      }
      this.#changed();
    });
    live.addEventListener("chatt", ({ detail }) => this.#receive(detail));
    live.addEventListener("delete", ({ detail }) => this.timeline.remove(detail));
    live.addEventListener("reset", () => this.#load((page) => this.timeline.replace(page)));
    outbox.addEventListener("posted", ({ detail }) => this.#posted(detail));
    outbox.addEventListener("change", () => {
      for (const chatt of this.#deferred.splice(0)) this.#receive(chatt);
    });
    this.timeline.addEventListener("change", () => this.#saveLater());
  }

  /** @returns {"connecting"|"live"|"offline"} */
  get connection() {
    return this.#live.state;
  }

  /** Shows what is known from the last visit, then what the server has, and follows it. */
  async start() {
    // Events that arrive before the first page are newer than it, or in it.
    this.#live.start();
    const first = this.refresh();
    for (const { id, deleteToken } of await this.#database.entries("tokens")) {
      this.#settings.setDeleteToken(id, deleteToken);
      await this.#database.delete("tokens", id);
    }
    const cached = await this.#database.get("timeline", "newest");
    if (cached && this.timeline.chatts.length === 0) this.timeline.replace(cached);
    this.outbox.load();
    await first;
  }

  stop() {
    this.#live.stop();
  }

  /** Loads the newest page. */
  refresh() {
    return this.#load((page) => this.timeline.update(page));
  }

  /** Loads the next older page; returns at once if there is none. */
  async loadOlder() {
    if (!this.timeline.hasOlder || this.isLoading) return;
    const before = this.timeline.olderCursor;
    await this.#load((page) => this.timeline.prepend(page), before);
  }

  /** Shows only chatts with these words; all for an empty text. */
  async setSearch(text) {
    if (text === this.search) return;
    this.search = text;
    await this.#load((page) => this.timeline.replace(page));
  }

  /**
   * Stores a post, which is sent as soon as possible.
   * @param {{username: string, message: string|null, clip?: Blob, duration?: number}} draft
   */
  post(draft) {
    this.#settings.username = draft.username;
    return this.outbox.add(draft);
  }

  /** Whether the chatt was posted from this browser. */
  canDelete(id) {
    return this.#settings.deleteToken(id) !== null;
  }

  /** Deletes a chatt of this browser for everybody. */
  async delete(id) {
    try {
      await this.#client.delete(id, this.#settings.deleteToken(id));
    } catch (error) {
      // Another tab may have deleted it.
      if (!(error instanceof ProblemError && error.status === 404)) throw error;
    }
    this.#settings.removeDeleteToken(id);
    this.timeline.remove(id);
  }

  get lastReadID() {
    return this.#settings.lastReadID;
  }

  markRead(id) {
    this.#settings.lastReadID = id;
  }

  /**
   * What was written or recorded and not posted.
   * @returns {Promise<{message: string, clip: Blob|null, duration: number|null}>}
   */
  async loadDraft() {
    const message = (await this.#database.get("drafts", "message")) ?? "";
    const { clip = null, duration = null } = (await this.#database.get("drafts", "clip")) ?? {};
    return { message, clip, duration };
  }

  saveMessage(message) {
    return this.#database.put("drafts", "message", message);
  }

  /** Stores a recording; removes it without a clip. */
  saveClip(clip, duration = null) {
    return clip
      ? this.#database.put("drafts", "clip", { clip, duration })
      : this.#database.delete("drafts", "clip");
  }

  /** Loads a page of what is shown, and hands it over if it is still wanted. */
  async #load(show, before) {
    this.#request += 1;
    const request = this.#request;
    this.isLoading = true;
    this.#changed();
    try {
      const page = await this.#client.page({ before, q: this.search });
      if (request !== this.#request) return;
      this.problem = null;
      show(page);
    } catch (error) {
      if (request === this.#request) {
        this.problem = error instanceof ProblemError ? error.detail : null;
      }
    } finally {
      if (request === this.#request) {
        this.isLoading = false;
        this.#changed();
      }
    }
  }

  #receive(chatt) {
    const isOfPost = ({ state, username, message }) =>
      state === "sending" && username === chatt.username && message === chatt.message;
    if (this.outbox.items.some(isOfPost)) {
      this.#deferred.push(chatt);
      return;
    }
    // Whether a new chatt has the words of a search is for the server to say.
    if (this.search && !this.timeline.get(chatt.id)) return;
    const isNew = !this.timeline.get(chatt.id) && !this.#ownIDs.has(chatt.id);
    this.timeline.insert(chatt);
    if (isNew) this.#dispatch("arrived", chatt);
  }

  #posted({ chatt, deleteToken }) {
    this.#ownIDs.add(chatt.id);
    this.#settings.setDeleteToken(chatt.id, deleteToken);
    this.#database.delete("tokens", chatt.id);
    if (!this.search) this.timeline.insert(chatt);
    this.#dispatch("posted", chatt);
  }

  /** Stores the newest chatts for a visit without a network, at most ten times a second. */
  #saveLater() {
    if (this.search) return;
    this.#saving ??= setTimeout(() => {
      this.#saving = null;
      if (this.search) return;
      const { chatts, olderCursor } = this.timeline;
      const newest = chatts.slice(-Conversation.#cachedChatts).reverse();
      const next = newest.length < chatts.length ? null : olderCursor;
      this.#database.put("timeline", "newest", { chatts: newest, next, previous: null });
    }, 100);
  }

  #changed() {
    this.#dispatch("change");
  }

  #dispatch(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}
