import { compareChatts } from "./chatt.js";
import { Emitter } from "./emitter.js";

/** The chatts that are shown, oldest first, each once. Emits `change`. */
export class Timeline extends Emitter {
  #ids = new Set();
  /** Deleted chatts, which a page that was requested before may still contain. */
  #removed = new Set();
  /** @type {readonly import("./chatt.js").Chatt[]} */
  chatts = [];
  /** The cursor of the next older page; null at the beginning of the timeline. */
  olderCursor = null;

  has(id) {
    return this.#ids.has(id);
  }

  /** Shows only a page, whose newest chatt is first. */
  replace({ chatts, next }) {
    this.#show(this.#alive(chatts).reverse());
    this.olderCursor = next;
  }

  /**
   * Brings the newest chatts up to date with a page that was the newest a moment ago. Older ones
   * stay, if nothing is missing between them and the page.
   */
  update(page) {
    if (!page.chatts.some(({ id }) => this.has(id))) return this.replace(page);
    const [newest, oldest] = [page.chatts[0], page.chatts.at(-1)];
    const older = this.chatts.filter((chatt) => compareChatts(chatt, oldest) < 0);
    const newer = this.chatts.filter((chatt) => compareChatts(chatt, newest) > 0);
    this.#show([...older, ...this.#alive(page.chatts).reverse(), ...newer]);
  }

  /** Adds an older page before all others. */
  prepend({ chatts, next }) {
    const older = this.#alive(chatts).filter(({ id }) => !this.has(id));
    this.#show([...older.reverse(), ...this.chatts]);
    this.olderCursor = next;
  }

  /** Adds a chatt at its place, or replaces the one with its id. */
  insert(chatt) {
    if (this.#removed.has(chatt.id)) return;
    const others = this.chatts.filter(({ id }) => id !== chatt.id);
    let index = others.length;
    while (index > 0 && compareChatts(others[index - 1], chatt) > 0) index -= 1;
    others.splice(index, 0, chatt);
    this.#show(others);
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
    this.#ids = new Set(chatts.map(({ id }) => id));
    this.emit("change");
  }
}
