import { NetworkError, ProblemError } from "../api/chatter-client.js";
import { Emitter } from "./emitter.js";
import { Timeline } from "./timeline.js";

/**
 * Everything the page does, without the page: reads and follows the timeline, searches, posts and
 * deletes.
 *
 * Emits `change`, `closed` when nothing may be read any more, `posted` with a chatt of this page,
 * `arrived` with a new chatt of others, `deleted` with the id of a chatt, and `loaded` when the
 * newest page is there.
 */
export class Conversation extends Emitter {
  static #cachedChatts = 50;
  /** The largest page, for what is loaded at one time; and how many of them at the most. */
  static #pageMax = 200;
  static #pagesMax = 50;
  static #saveMilliseconds = 100;
  #client;
  #live;
  #database;
  #settings;
  #session;
  #heard;
  #isStarted = false;
  #username = null;
  #ownIDs = new Set();
  /** Events that may be of a post whose response has not arrived. */
  #deferred = [];
  /** Chatts that have arrived since a page was requested, which it may not contain. */
  #arrived = [];
  #saving = null;
  #isSaved = true;
  timeline = new Timeline();
  /** What a search has found; null without one. */
  results = null;
  outbox;
  search = "";

  constructor({ client, live, outbox, database, settings, session, heard }) {
    super();
    this.#client = client;
    this.#live = live;
    this.#database = database;
    this.#settings = settings;
    this.#session = session;
    this.#heard = heard;
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
    live.on("delete", (id) => this.#remove(id));
    live.on("reset", () => this.refresh({ isReset: true }));
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

  /** The chatts that are shown: all, or what a search has found. */
  get shown() {
    return this.results ?? this.timeline;
  }

  get isLoading() {
    return this.shown.isLoading;
  }

  /**
   * Why the messages are not shown; null if they are.
   * @type {null|"away"|{detail: string, code: string|null}}
   */
  get problem() {
    return this.shown.problem;
  }

  /** Whether the server shows messages only to those who have signed in. */
  get isClosed() {
    return this.#session.isClosed;
  }

  /** Shows what is known from the last visit, then what the server has, and follows it. */
  async start() {
    this.#isStarted = true;
    this.#live.start();
    const first = this.#open();
    // The outbox first: what it no longer has may have been sent, and then there is a token.
    this.outbox.load();
    await this.#takeTokens();
    const cached = await this.#database.get("timeline", "newest");
    if (cached && !this.timeline.chatts.length && !this.isClosed) this.timeline.replace(cached);
    await first;
  }

  /** Loads the newest page, and back to where reading ended. */
  async #open() {
    await this.refresh();
    await this.#loadUnread();
    this.emit("loaded");
  }

  /** Loads the newest page, and what a search finds now. */
  async refresh({ isReset = false } = {}) {
    const show = (page) => (isReset ? this.timeline.replace(page) : this.timeline.update(page));
    await this.#load(this.timeline, show);
    if (this.search) await this.#find();
  }

  /** Loads the next older page of what is shown; returns at once if there is none. */
  async loadOlder() {
    const { shown } = this;
    const before = shown.olderCursor;
    if (before && !shown.isLoading) await this.#load(shown, (page) => shown.prepend(page), before);
  }

  /** Shows only chatts with these words; all for an empty text. */
  async setSearch(text) {
    if (text === this.search) return;
    this.search = text;
    this.results = text ? new Timeline() : null;
    this.emit("change");
    if (text) await this.#find();
  }

  /** Leaves a search, and loads all chatts from a chatt on; returns whether it is there. */
  async reveal(id) {
    this.setSearch("");
    if (this.timeline.has(id)) return true;
    let found;
    try {
      found = await this.#client.chatt(id);
    } catch (error) {
      if (error.status !== 404) throw error;
      return false;
    }
    await this.#loadBackTo(({ createdAt }) => createdAt < found.createdAt, id);
    const { problem } = this.timeline;
    if (problem && !this.timeline.has(id)) throw new NetworkError(problem.detail ?? "away");
    return this.timeline.has(id);
  }

  /**
   * Leaves a search, and loads all chatts from a date on. Returns the first of them, null if there
   * is none, and whether all of that time are there: a call loads a limited number of pages.
   */
  async revealDate(date) {
    this.setSearch("");
    await this.#loadBackTo(({ createdAt }) => createdAt < date);
    const { chatts, olderCursor, problem } = this.timeline;
    const isComplete = chatts[0]?.createdAt < date || (!olderCursor && !problem);
    if (problem && !isComplete) throw new NetworkError(problem.detail ?? "away");
    return { first: chatts.find(({ createdAt }) => createdAt >= date) ?? null, isComplete };
  }

  /** Returns the chatts with clips that were not heard, oldest first. */
  async unheard() {
    const isNew = (chatt) => this.#heard.isNew(chatt) && !this.isOwn(chatt);
    const all = new Map();
    let before;
    for (let count = 0; count < Conversation.#pagesMax; count += 1) {
      const page = await this.#client.page({ before, limit: Conversation.#pageMax, audio: true });
      for (const chatt of page.chatts) if (isNew(chatt)) all.set(chatt.id, chatt);
      before = page.next;
      const last = page.chatts.at(-1);
      if (!before || last.createdAt <= this.#heard.since) break;
    }
    return [...all.values()].reverse();
  }

  /** Stores a post, which is sent as soon as possible. */
  post(draft) {
    this.#settings.set("username", draft.username);
    this.setSearch("");
    return this.outbox.add(draft);
  }

  /** Whether the person here has posted the chatt: with this browser, or the same token. */
  isOwn({ id, username }) {
    const isOfBrowser = this.#settings.deleteToken(id) !== null;
    return this.#session.isAuthor(username) || (isOfBrowser && this.#session.isPerson(username));
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
    this.#remove(id);
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

  #find() {
    const { results } = this;
    return this.#load(results, (page) => results.replace(page));
  }

  /** Loads what was not read, so that the page can open there. */
  async #loadUnread() {
    const lastRead = this.#settings.get("lastRead");
    const first = this.timeline.chatts[0];
    if (first && this.#heard.isFirstVisit) this.#heard.begin(new Date(first.createdAt - 1));
    if (!lastRead || !first || this.timeline.has(lastRead)) return;
    const read = await this.#client.chatt(lastRead).catch(() => null);
    if (read) await this.#loadBackTo(({ createdAt }) => createdAt < read.createdAt, lastRead);
  }

  /** Loads older pages until there is a chatt with an id, if one is given, or one that is older. */
  async #loadBackTo(isOlder, id) {
    for (let count = 0; count < Conversation.#pagesMax; count += 1) {
      const { timeline } = this;
      if (timeline.isLoading) {
        await timeline.running;
        continue;
      }
      const { chatts, olderCursor } = timeline;
      if (!olderCursor || timeline.has(id) || isOlder(chatts[0])) return;
      const show = (page) => timeline.prepend(page);
      await this.#load(timeline, show, olderCursor, Conversation.#pageMax);
      // A newer request may have made this one outdated: then it is sent again.
      if (timeline.problem) return;
    }
  }

  /** Loads a page, and hands it over if it is still wanted; else returns after the newer one. */
  #load(...given) {
    const [target] = given;
    const request = target.request + 1;
    const running = this.#loadPage(...given);
    if (target.request === request) target.running = running;
    return running;
  }

  async #loadPage(target, show, before, limit) {
    const request = (target.request += 1);
    const isWanted = () => request === target.request;
    const isSearch = target !== this.timeline;
    target.isLoading = true;
    if (!isSearch) this.#arrived = [];
    this.emit("change");
    let problem = null;
    try {
      const q = isSearch ? this.search : undefined;
      const page = await this.#client.page({ before, limit, q });
      if (isWanted()) {
        show(page);
        target.isLoaded = true;
        if (!isSearch) this.#arrived.forEach((chatt) => this.timeline.insert(chatt));
      }
    } catch (error) {
      // Whether a token is needed is for the session to say.
      if (error instanceof NetworkError) problem = "away";
      else if (!(error instanceof ProblemError)) throw error;
      else if (error.status !== 401) problem = { detail: error.message, code: error.code };
    }
    if (!isWanted()) return target.running;
    target.problem = problem;
    target.isLoading = false;
    this.emit("change");
  }

  /** Reads after signing in, and forgets what was read after signing out. */
  #sessionChanged() {
    const { username, description } = this.#session;
    const wasSignedIn = this.#username !== null;
    this.#username = username;
    // A server that has not said so may be closed too.
    const hasLeft = wasSignedIn && username === null && description?.readingNeedsToken !== false;
    if (this.isClosed || hasLeft) {
      this.timeline.request += 1;
      this.timeline.running = Promise.resolve();
      this.timeline.isLoading = this.timeline.isLoaded = false;
      this.setSearch("");
      this.#live.stop();
      this.timeline.replace({ chatts: [], next: null });
      this.#database.delete("timeline", "newest").catch(() => {});
      this.emit("closed");
    } else if (this.#isStarted && username !== null && !wasSignedIn) {
      this.#live.open();
      this.#open();
    }
    if (username !== null) this.outbox.resume();
    this.emit("change");
  }

  #receive(chatt) {
    const isOfPost = ({ state, username, message }) =>
      state === "sending" && username === chatt.username && message === chatt.message;
    if (this.outbox.items.some(isOfPost)) return this.#deferred.push(chatt);
    const isKnown = this.timeline.has(chatt.id);
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
    this.#insert(chatt);
    this.emit("posted", chatt);
  }

  #insert(chatt) {
    if (this.timeline.isLoading) this.#arrived.push(chatt);
    this.timeline.insert(chatt);
    // Whether a search finds a new chatt is for the server to say.
    if (this.results?.has(chatt.id)) this.results.insert(chatt);
  }

  #remove(id) {
    this.timeline.remove(id);
    this.results?.remove(id);
    this.#settings.setDeleteToken(id, null);
    this.emit("deleted", id);
  }

  /** Stores the newest chatts for a visit without a network: at once, but not too often. */
  #save() {
    this.#isSaved = false;
    if (this.#saving) return;
    this.#isSaved = true;
    const { chatts, olderCursor } = this.timeline;
    const newest = chatts.slice(-Conversation.#cachedChatts).reverse();
    const isCut = newest.length < chatts.length;
    const cached = { chatts: newest, next: isCut ? null : olderCursor, isCut };
    this.#database.put("timeline", "newest", cached).catch(() => {});
    this.#saving = setTimeout(() => {
      this.#saving = null;
      if (!this.#isSaved) this.#save();
    }, Conversation.#saveMilliseconds);
  }
}
