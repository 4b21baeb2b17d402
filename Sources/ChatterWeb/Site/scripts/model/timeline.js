import { compareChatts } from "./chatt.js";

/**
 * The chatts that are shown, oldest first, each once.
 *
 * Dispatches `change` with `{kind, chatts, id}`: `replace` and `prepend` and `insert` have chatts,
 * `remove` has an id.
 */
export class Timeline extends EventTarget {
  #chatts = [];
  #ids = new Set();
  /** Deleted chatts, which a page that was requested before the deletion may still contain. */
  #removed = new Set();
  /** The cursor of the next older page; null at the beginning of the timeline. */
  olderCursor = null;

  /** @returns {readonly import("./chatt.js").Chatt[]} */
  get chatts() {
    return this.#chatts;
  }

  get hasOlder() {
    return this.olderCursor !== null;
  }

  get(id) {
    return this.#ids.has(id) ? this.#chatts.find((chatt) => chatt.id === id) : undefined;
  }

  /** Shows only a page, whose newest chatt is first. */
  replace(page) {
    this.#chatts = this.#alive(page.chatts).reverse();
    this.#ids = new Set(this.#chatts.map(({ id }) => id));
    this.olderCursor = page.next;
    this.#changed({ kind: "replace", chatts: this.#chatts });
  }

  /**
   * Brings the newest chatts up to date with the newest page. Older ones stay, if nothing is missing
   * between them and the page.
   */
  update(page) {
    if (!page.chatts.some(({ id }) => this.#ids.has(id))) return this.replace(page);
    const oldest = page.chatts.at(-1);
    const present = new Set(page.chatts.map(({ id }) => id));
    for (const chatt of [...this.#chatts]) {
      if (compareChatts(chatt, oldest) > 0 && !present.has(chatt.id)) this.#take(chatt.id);
    }
    for (const chatt of [...page.chatts].reverse()) {
      if (!this.#ids.has(chatt.id)) this.insert(chatt);
    }
  }

  /** Adds an older page before all others. */
  prepend(page) {
    const chatts = this.#alive(page.chatts).reverse().filter(({ id }) => !this.#ids.has(id));
    this.#chatts = [...chatts, ...this.#chatts];
    for (const { id } of chatts) this.#ids.add(id);
    this.olderCursor = page.next;
    this.#changed({ kind: "prepend", chatts });
  }

  /** Adds a chatt at its place, or replaces the one with its id. */
  insert(chatt) {
    if (this.#removed.has(chatt.id)) return;
    if (this.#ids.has(chatt.id)) {
      const index = this.#chatts.findIndex(({ id }) => id === chatt.id);
      if (JSON.stringify(this.#chatts[index]) === JSON.stringify(chatt)) return;
      this.#take(chatt.id);
    }
    let index = this.#chatts.length;
    while (index > 0 && compareChatts(this.#chatts[index - 1], chatt) > 0) index -= 1;
    this.#chatts = [...this.#chatts.slice(0, index), chatt, ...this.#chatts.slice(index)];
    this.#ids.add(chatt.id);
    this.#changed({ kind: "insert", chatts: [chatt] });
  }

  /** Removes a deleted chatt. */
  remove(id) {
    this.#removed.add(id);
    if (this.#ids.has(id)) this.#take(id);
  }

  #take(id) {
    this.#chatts = this.#chatts.filter((chatt) => chatt.id !== id);
    this.#ids.delete(id);
    this.#changed({ kind: "remove", id });
  }

  #alive(chatts) {
    return chatts.filter(({ id }) => !this.#removed.has(id));
  }

  #changed(detail) {
    this.dispatchEvent(Object.assign(new Event("change"), { detail }));
  }
}
