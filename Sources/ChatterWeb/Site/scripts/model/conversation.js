import { ProblemError } from "../api/chatter-client.js";
import { Emitter } from "./emitter.js";
import { Timeline } from "./timeline.js";

/**
 * Everything the page does, without the page: reads and follows the timeline, searches, posts and
 * deletes.
 *
 * Emits `change`, `posted` with a chatt of this page, and `arrived` with a new chatt of others.
 */
export class Conversation extends Emitter {
  static #cachedChatts = 50;
  static #saveMilliseconds = 100;
  #client;
  #live;
  #database;
  #settings;
  #session;
  /** The number of the newest request for a page: responses to earlier ones are outdated. */
  #request = 0;
  #ownIDs = new Set();
  /** Events that may be of a post whose response has not arrived. */
  #deferred = [];
  /** Chatts that have arrived since a page was requested, which it may not contain. */
  #arrived = [];
  #saving = null;
  #isSaved = true;
  timeline = new Timeline();
  outbox;
  search = "";
  isLoading = false;
  /** Why the last request failed; null if it did not, or if the server is away. */
  problem = null;

  constructor({ client, live, outbox, database, settings, session }) {
    super();
    this.#client = client;
    this.#live = live;
    this.#database = database;
    this.#settings = settings;
    this.#session = session;
    this.outbox = outbox;
    session.on("change", () => this.#sessionChanged());
    live.on("state", () => {
      if (this.connection === "live") {
        this.refresh();
        outbox.send();
      }
      this.emit("change");
    });
    live.on("chatt", (chatt) => this.#receive(chatt));
    live.on("delete", (id) => this.timeline.remove(id));
    live.on("reset", () => this.#load((page) => this.timeline.replace(page)));
    outbox.on("posted", (posted) => this.#posted(posted));
    outbox.on("change", () => {
      this.#takeTokens();
      this.#deferred.splice(0).forEach((chatt) => this.#receive(chatt));
    });
    this.timeline.on("change", () => this.#save());
  }

  /** @returns {"connecting"|"live"|"offline"} */
  get connection() {
    return this.#live.state;
  }

  /** Whether the server shows messages only to those who have signed in. */
  get isClosed() {
    return this.#session.isClosed;
  }

  /** Shows what is known from the last visit, then what the server has, and follows it. */
  async start() {
    this.#live.start();
    const first = this.refresh();
    // The outbox first: what it no longer has may have been sent, and then there is a token.
    this.outbox.load();
    await this.#takeTokens();
    const cached = await this.#database.get("timeline", "newest");
    if (cached && !this.timeline.chatts.length && !this.isClosed) this.timeline.replace(cached);
    await first;
  }

  /** Loads the newest page. */
  refresh() {
    return this.#load((page) => this.timeline.update(page));
  }

  /** Loads the next older page; returns at once if there is none. */
  async loadOlder() {
    const before = this.timeline.olderCursor;
    if (before && !this.isLoading) await this.#load((page) => this.timeline.prepend(page), before);
  }

  /** Shows only chatts with these words; all for an empty text. */
  async setSearch(text) {
    if (text === this.search) return;
    this.search = text;
    await this.#load((page) => this.timeline.replace(page));
  }

  /** Stores a post, which is sent as soon as possible. */
  post(draft) {
    this.#settings.set("username", draft.username);
    return this.outbox.add(draft);
  }

  /** Whether the chatt was posted from this browser, or by the user who has signed in. */
  isOwn({ id, username }) {
    return this.#settings.deleteToken(id) !== null || this.#session.isAuthor(username);
  }

  /** Deletes an own chatt for everybody. */
  async delete(id) {
    try {
      await this.#client.delete(id, this.#settings.deleteToken(id));
    } catch (error) {
      // Another tab may have deleted it.
      if (error.status !== 404) throw error;
    }
    this.#settings.setDeleteToken(id, null);
    this.timeline.remove(id);
  }

  /** What was written or recorded and not posted. */
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
    const request = (this.#request += 1);
    const isWanted = () => request === this.#request;
    this.isLoading = true;
    this.#arrived = [];
    this.emit("change");
    let problem = null;
    try {
      const page = await this.#client.page({ before, q: this.search });
      if (isWanted()) {
        show(page);
        this.#arrived.forEach((chatt) => this.timeline.insert(chatt));
      }
    } catch (error) {
      // Whether a token is needed is for the session to say.
      if (error instanceof ProblemError && error.status !== 401) problem = error.message;
    }
    if (!isWanted()) return;
    this.problem = problem;
    this.isLoading = false;
    this.emit("change");
  }

  /** Reads after signing in, and forgets what was read after signing out. */
  #sessionChanged() {
    if (this.isClosed) {
      this.#request += 1;
      this.isLoading = false;
      this.#live.stop();
      this.timeline.replace({ chatts: [], next: null });
      this.#database.delete("timeline", "newest");
    } else if (this.#session.username !== null && this.connection === "denied") {
      this.#live.open();
      this.refresh();
    }
    if (this.#session.username !== null) this.outbox.resume();
    this.emit("change");
  }

  #receive(chatt) {
    const isOfPost = ({ state, username, message }) =>
      state === "sending" && username === chatt.username && message === chatt.message;
    if (this.outbox.items.some(isOfPost)) return this.#deferred.push(chatt);
    const isKnown = this.timeline.has(chatt.id);
    // Whether a new chatt has the words of a search is for the server to say.
    if (this.search && !isKnown) return;
    this.#insert(chatt);
    if (!isKnown && !this.#ownIDs.has(chatt.id)) this.emit("arrived", chatt);
  }

  /** Takes over the tokens of posts, which the service worker or another tab may have sent. */
  async #takeTokens() {
    for (const { id, deleteToken } of await this.#database.entries("tokens")) {
      this.#settings.setDeleteToken(id, deleteToken);
      await this.#database.delete("tokens", id);
      this.emit("change");
    }
  }

  #posted({ chatt, deleteToken }) {
    this.#ownIDs.add(chatt.id);
    this.#settings.setDeleteToken(chatt.id, deleteToken);
    if (!this.search) this.#insert(chatt);
    this.emit("posted", chatt);
  }

  #insert(chatt) {
    // Whether a search finds it is for the page to say.
    if (this.isLoading && !this.search) this.#arrived.push(chatt);
    this.timeline.insert(chatt);
  }

  /** Stores the newest chatts for a visit without a network: at once, but not too often. */
  #save() {
    this.#isSaved = false;
    if (this.#saving || this.search) return;
    this.#isSaved = true;
    const { chatts, olderCursor } = this.timeline;
    const newest = chatts.slice(-Conversation.#cachedChatts).reverse();
    const next = newest.length < chatts.length ? null : olderCursor;
    this.#database.put("timeline", "newest", { chatts: newest, next });
    this.#saving = setTimeout(() => {
      this.#saving = null;
      if (!this.#isSaved) this.#save();
    }, Conversation.#saveMilliseconds);
  }
}
