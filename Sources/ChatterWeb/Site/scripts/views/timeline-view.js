import { texts } from "../texts.js";
import { element } from "./elements.js";
import { dayName, isSameDay } from "./format.js";
import { MessageView } from "./message-view.js";

/** Messages of one person within this time stand together. */
const togetherMilliseconds = 5 * 60_000;
/** Who is nearer to the end than this reads the newest messages. */
const endPixels = 40;
/** Times are brought up to date this often. */
const clockMilliseconds = 30_000;

/**
 * The messages, newest at the bottom, with those that wait to be sent.
 *
 * What is being read never moves: messages that arrive or are loaded above it change only what is
 * beyond. At the end, the newest message stays in view.
 */
export class TimelineView {
  #conversation;
  #actions;
  #scroller = document.getElementById("timeline");
  #older = document.getElementById("older");
  #notice = document.getElementById("timeline-notice");
  #toNewest = document.getElementById("to-newest");
  #list = document.getElementById("messages");
  /** Views by the id of a chatt or the key of a post. */
  #views = new Map();
  #isPlanned = false;
  #isAtEnd = true;
  /** The last message that was read before this visit; the mark follows it. */
  #markAfter;
  #playingID = null;

  /** @param {{play, remove, edit, discard}} actions that messages offer */
  constructor(conversation, actions) {
    this.#conversation = conversation;
    this.#actions = actions;
    this.#markAfter = conversation.lastReadID;
    this.#older.addEventListener("click", () => conversation.loadOlder());
    this.#toNewest.addEventListener("click", () => this.scrollToEnd());
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#isAtEnd && this.scrollToEnd()).observe(this.#scroller);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#markAfter = conversation.lastReadID;
      this.#read();
    });
    for (const source of [conversation, conversation.outbox]) {
      source.addEventListener("change", () => this.#plan());
    }
    conversation.timeline.addEventListener("change", () => {
      this.#plan();
      // After it has rendered. Only what has arrived leads to the next page: a failure does not.
      queueMicrotask(() => this.#loadOlderAtTop());
    });
    conversation.addEventListener("posted", () => (this.#markAfter = null));
    setInterval(() => this.#views.forEach((view) => view.showTime()), clockMilliseconds);
    this.#plan();
  }

  scrollToEnd() {
    this.#isAtEnd = true;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#read();
  }

  /** Marks the message whose clip is played; none for null. */
  showPlaying(id) {
    this.#views.get(this.#playingID)?.showPlaying(false);
    this.#playingID = id;
    this.#views.get(id)?.showPlaying(true);
  }

  /** Renders once for all changes of a moment. */
  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#render();
    });
  }

  #render() {
    const { timeline, outbox, search, isLoading, problem } = this.#conversation;
    const anchor = this.#isAtEnd ? null : this.#anchor();
    this.#older.hidden = !timeline.hasOlder;
    const posts = search ? [] : outbox.items;
    const isEmpty = timeline.chatts.length + posts.length === 0;
    let notice = "";
    if (problem) notice = texts.cannotLoad(problem);
    else if (isEmpty && isLoading) notice = texts.loading;
    else if (isEmpty) notice = search ? texts.nothingFound(search) : texts.empty;
    this.#notice.setAttribute("role", problem ? "alert" : "status");
    if (this.#notice.textContent !== notice) this.#notice.textContent = notice;
    this.#show(this.#nodes(timeline.chatts, posts));
    if (this.#isAtEnd) this.scrollToEnd();
    else if (anchor) {
      this.#scroller.scrollTop += anchor.article.getBoundingClientRect().top - anchor.top;
    }
  }

  /** The first message in view, and where it is. */
  #anchor() {
    const top = this.#scroller.getBoundingClientRect().top;
    for (const article of this.#list.querySelectorAll("article")) {
      const box = article.getBoundingClientRect();
      if (box.bottom > top) return { article, top: box.top };
    }
    return null;
  }

  /** The elements of all messages, with the days and the mark of what is new between them. */
  #nodes(chatts, posts) {
    const nodes = [];
    const views = new Map();
    let last = null;
    const add = (id, message, view) => {
      const isNewDay = !last || !isSameDay(last.createdAt, message.createdAt);
      if (isNewDay) nodes.push(this.#day(message.createdAt));
      const isMarked = last !== null && last.id === this.#markAfter && !message.isOwn;
      if (isMarked) nodes.push(this.#mark());
      const isContinued = !isNewDay && !isMarked && last.username === message.username
        && last.isOwn === message.isOwn
        && message.createdAt - last.createdAt < togetherMilliseconds;
      view.article.classList.toggle("continued", isContinued);
      nodes.push(view.article);
      views.set(id, view);
      last = message;
    };
    for (const chatt of chatts) {
      const isOwn = this.#conversation.canDelete(chatt.id);
      const message = { ...chatt, isOwn };
      const view = this.#views.get(chatt.id);
      // A repeated post shows that a chatt is one of this browser.
      add(chatt.id, message, view?.isOwn === isOwn ? view : this.#chattView(message));
    }
    for (const post of posts) {
      const message = { ...post, isOwn: true };
      const view = this.#views.get(post.key) ?? this.#postView(message);
      view.showState(post, this.#actionsOf(post));
      add(post.key, message, view);
    }
    this.#views = views;
    return nodes;
  }

  #chattView(chatt) {
    const { play, remove } = this.#actions;
    return new MessageView(chatt, {
      play: () => play(chatt),
      remove: chatt.isOwn ? (article) => remove(chatt, article) : null,
    });
  }

  #postView(post) {
    return new MessageView(post, { play: () => this.#actions.play({ ...post, id: post.key }) });
  }

  #actionsOf({ key }) {
    const { edit, discard } = this.#actions;
    const retry = () => this.#conversation.retry(key);
    return { retry, edit: () => edit(key), discard: () => discard(key) };
  }

  #day(date) {
    const id = `day-${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
    return this.#kept(id, () => element("h2"), dayName(date));
  }

  #mark() {
    return this.#kept("unread", () => element("div", { role: "separator" }), texts.unread);
  }

  /** The element with an id: the one that is shown, or a new one. */
  #kept(id, make, text) {
    const node = document.getElementById(id) ?? make();
    node.id = id;
    if (node.textContent !== text) node.textContent = text;
    if (node.role === "separator") node.setAttribute("aria-label", text);
    return node;
  }

  /** Shows nodes in their order; those that are shown already stay where they are. */
  #show(nodes) {
    const wanted = new Set(nodes);
    for (const node of [...this.#list.children]) if (!wanted.has(node)) node.remove();
    let current = this.#list.firstChild;
    for (const node of nodes) {
      if (node === current) current = current.nextSibling;
      else this.#list.insertBefore(node, current);
    }
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight < endPixels;
    this.#read();
    this.#loadOlderAtTop();
  }

  /** Loads older messages before the first one comes into view. */
  #loadOlderAtTop() {
    const { scrollTop, clientHeight } = this.#scroller;
    if (scrollTop < 2 * clientHeight) this.#conversation.loadOlder();
  }

  /** Notes what has been read, and shows how much has not. */
  #read() {
    const newest = this.#conversation.timeline.chatts.at(-1);
    if (this.#isAtEnd && !document.hidden && newest && !this.#conversation.search) {
      this.#conversation.markRead(newest.id);
    }
    this.#toNewest.hidden = this.#isAtEnd;
  }
}
