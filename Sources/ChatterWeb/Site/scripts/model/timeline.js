import { Emitter } from "./emitter.js";

/**
 * The chatts that are shown, oldest first, each once. Emits `change`.
 *
 * Chatts of the same time are in the server's order, which only pages and events have.
 */
export class Timeline extends Emitter {
  #byID = new Map();
  /** Whether there are older chatts without a way to them: a part of what an earlier visit had. */
  #isCut = false;
  /** Deleted chatts, which a page that was requested before may still contain. */
  #removed = new Set();
  /** @type {readonly import("./chatt.js").Chatt[]} */
  chatts = [];
  /** The cursor of the next older page; null at the beginning of the timeline. */
  olderCursor = null;
  /** The number of the newest request for a page: responses to earlier ones are outdated. */
  request = 0;
  isLoading = false;
  /** Whether a page has come: without one, nothing is known. */
  isLoaded = false;
  /** Ends with the newest request. */
  running = Promise.resolve();
  /**
   * Why the last request failed; null if it did not.
   * @type {null|"away"|{detail: string, code: string|null}}
   */
  problem = null;

  /** Returns the chatt with an id; undefined if it is not here. */
  get(id) {
    return this.#byID.get(id);
  }

  has(id) {
    return this.#byID.has(id);
  }

  /** Whether a chatt was deleted while the page was open. */
  isRemoved(id) {
    return this.#removed.has(id);
  }

  /** Shows only a page, whose newest chatt is first. */
  replace({ chatts, next, isCut = false }) {
    this.#show(this.#alive(chatts).reverse());
    this.olderCursor = next;
    this.#isCut = isCut;
  }

  /**
   * Brings the newest chatts up to date with the newest page. Older ones stay, if nothing is missing
   * between them and the page.
   */
  update(page) {
    const ids = new Set(page.chatts.map(({ id }) => id));
    const first = this.chatts.findIndex(({ id }) => ids.has(id));
    if (first < 0 || this.#isCut) return this.replace(page);
    const older = this.chatts.slice(0, first)
      .filter((chatt) => chatt.createdAt <= page.chatts.at(-1).createdAt);
    this.#show([...older, ...this.#alive(page.chatts).reverse()]);
    if (older.length === 0) this.olderCursor = page.next;
  }

  /** Adds an older page before all others. */
  prepend({ chatts, next }) {
    const older = this.#alive(chatts).filter(({ id }) => !this.has(id));
    this.#show([...older.reverse(), ...this.chatts]);
    this.olderCursor = next;
  }

  /** Adds a chatt after those of its time, or replaces the one with its id. */
  insert(chatt) {
    if (this.#removed.has(chatt.id)) return;
    const chatts = [...this.chatts];
    let index = chatts.findIndex(({ id }) => id === chatt.id);
    const isNew = index < 0;
    if (isNew) index = chatts.findLastIndex(({ createdAt }) => createdAt <= chatt.createdAt) + 1;
    chatts.splice(index, isNew ? 0 : 1, chatt);
    this.#show(chatts);
  }

  /** Removes a deleted chatt. */
  remove(id) {
    this.#removed.add(id);
    this.#show(this.#alive(this.chatts));
  }

  #alive(chatts) {
    return chatts.filter(({ id }) => !this.#removed.has(id));
  }

  #show(chatts) {
    this.chatts = chatts;
    this.#byID = new Map(chatts.map((chatt) => [chatt.id, chatt]));
    this.emit("change");
  }
}
