import { texts } from "../texts.js";
import { byID, make, setText } from "./elements.js";
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
  #settings;
  #actions;
  #scroller = byID("timeline");
  #list = byID("messages");
  /** Views by the id of a chatt or the key of a post. */
  #views = new Map();
  #isPlanned = false;
  #isAtEnd = true;
  /** The last message that was read before this visit: what follows is marked as new. */
  #markAfter;
  #playingID = null;

  /** @param {{play, remove, edit, discard}} actions that messages offer */
  constructor({ conversation, settings, actions }) {
    this.#conversation = conversation;
    this.#settings = settings;
    this.#actions = actions;
    this.#markAfter = settings.get("lastRead");
    byID("older").onclick = () => conversation.loadOlder();
    byID("to-newest").onclick = () => this.scrollToEnd();
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#isAtEnd && this.scrollToEnd()).observe(this.#scroller);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#markAfter = settings.get("lastRead");
      this.#read();
    });
    conversation.on("change", () => this.#plan());
    conversation.outbox.on("change", () => this.#plan());
    conversation.timeline.on("change", () => {
      this.#plan();
      // After it has rendered. Only what has arrived leads to the next page: a failure does not.
      queueMicrotask(() => this.#loadOlderAtTop());
    });
    conversation.on("posted", () => (this.#markAfter = null));
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
    if (id === this.#playingID) return;
    this.#views.get(this.#playingID)?.showPlaying(false);
    this.#playingID = id;
    this.#views.get(id)?.showPlaying(true);
  }

  /** Renders once for all changes of a moment. */
  #plan() {
    if (!this.#isPlanned) queueMicrotask(() => this.#render());
    this.#isPlanned = true;
  }

  #render() {
    this.#isPlanned = false;
    const { timeline, outbox, search } = this.#conversation;
    const anchor = this.#isAtEnd ? null : this.#anchor();
    byID("older").hidden = !timeline.olderCursor;
    const posts = search ? [] : outbox.items;
    this.#notice(timeline.chatts.length + posts.length === 0);
    this.#show(this.#nodes(timeline.chatts, posts));
    if (this.#isAtEnd) this.scrollToEnd();
    else if (anchor) {
      this.#scroller.scrollTop += anchor.article.getBoundingClientRect().top - anchor.top;
    }
  }

  #notice(isEmpty) {
    const { search, isLoading, problem, connection, isClosed } = this.#conversation;
    const none = connection === "offline" ? "" : texts.empty;
    const empty = search ? texts.nothingFound(search) : none;
    const notice = byID("timeline-notice");
    notice.setAttribute("role", problem ? "alert" : "status");
    if (isClosed) setText(notice, "");
    else if (problem) setText(notice, texts.cannotLoad(problem));
    else setText(notice, isEmpty ? (isLoading ? texts.loading : empty) : "");
  }

  /** The first message in view, and where it is. */
  #anchor() {
    const { top } = this.#scroller.getBoundingClientRect();
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
    const add = (id, message, makeActions) => {
      const isNewDay = !last || !isSameDay(last.createdAt, message.createdAt);
      if (isNewDay) nodes.push(this.#day(message.createdAt));
      const isMarked = last?.id === this.#markAfter && last && !message.isOwn;
      if (isMarked) nodes.push(this.#mark());
      const isContinued = !isNewDay && !isMarked && last.username === message.username
        && last.isOwn === message.isOwn
        && message.createdAt - last.createdAt < togetherMilliseconds;
      let view = this.#views.get(id);
      if (!view?.shows(message)) view = new MessageView(message, makeActions());
      view.article.classList.toggle("continued", isContinued);
      views.set(id, view);
      nodes.push(view.article);
      last = message;
      return view;
    };
    const { play, remove, edit, discard } = this.#actions;
    for (const chatt of chatts) {
      const isOwn = this.#conversation.isOwn(chatt);
      add(chatt.id, { ...chatt, isOwn }, () => ({
        play: () => play(chatt),
        remove: isOwn ? (article) => remove(chatt, article) : null,
      }));
    }
    for (const post of posts) {
      const { key } = post;
      const view = add(key, { ...post, isOwn: true }, () => ({
        play: () => play({ ...post, id: key }),
      }));
      const retry = () => this.#conversation.outbox.retry(key);
      view.showState(post, { retry, edit: () => edit(key), discard: () => discard(key) });
    }
    this.#views = views;
    return nodes;
  }

  #day(date) {
    const id = `day-${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
    const day = byID(id) ?? make("h2", { id });
    setText(day, dayName(date));
    return day;
  }

  #mark() {
    const label = { role: "separator", "aria-label": texts.unread };
    return byID("unread") ?? make("div", { id: "unread", ...label }, texts.unread);
  }

  /** Shows nodes in their order; those that are shown already stay where they are. */
  #show(nodes) {
    const wanted = new Set(nodes);
    const removed = [...this.#list.children].filter((node) => !wanted.has(node));
    // The focus stays near: a post that was sent becomes another element.
    if (removed.some((node) => node.contains(document.activeElement))) this.#scroller.focus();
    for (const node of removed) node.remove();
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

  /** Notes what has been read, and shows how to read the rest. */
  #read() {
    const { timeline, search } = this.#conversation;
    const newest = timeline.chatts.at(-1);
    if (this.#isAtEnd && !document.hidden && newest && !search) {
      this.#settings.set("lastRead", newest.id);
    }
    byID("to-newest").hidden = this.#isAtEnd;
  }
}
