import { texts } from "../texts.js";
import { byID, make, setText, textButton } from "./elements.js";
import { dayName, isSameDay, sentence } from "./format.js";
import { MessageView } from "./message-view.js";

/** Messages of one person within this time stand together. */
const togetherMilliseconds = 5 * 60_000;
/** Who is nearer to the end than this reads the newest messages. */
const endPixels = 40;
/** Times are brought up to date this often. */
const clockMilliseconds = 30_000;
/** A message that somebody was led to is marked for this time. */
const foundMilliseconds = 3000;
/** How much of the view is above the first unread message. */
const markPart = 0.2;

/**
 * The messages, newest at the bottom, with those that wait to be sent. It opens where reading ended.
 *
 * What is being read never moves: messages that arrive or are loaded above it change only what is
 * beyond. At the end, the newest message stays in view.
 *
 * The list is one tab stop: arrow keys choose a message, whose buttons are the next stops.
 */
export class TimelineView {
  #conversation;
  #settings;
  #heard;
  #waveforms;
  #actions;
  #isBoard;
  #scroller = byID("timeline");
  #list = byID("messages");
  /** Views by the id of a chatt or the key of a post. */
  #views = new Map();
  /** Loads the waveform of a message when it comes into view. */
  #observer;
  #isPlanned = false;
  #isAtEnd = true;
  /** The last message that was read before this visit: what follows is marked as new. */
  #markAfter;
  /** Whether the page has not yet shown where reading ended. */
  #isOpening;
  #current = null;
  #played = { id: null };

  /**
   * @param {{play, seek, quote, remove, edit, discard, menu, day}} options.actions that messages offer
   * @param {boolean} options.isBoard whether each message has its name, those of this browser too
   */
  constructor({ conversation, settings, heard, waveforms, actions, isBoard = false }) {
    this.#conversation = conversation;
    this.#settings = settings;
    this.#heard = heard;
    this.#waveforms = waveforms;
    this.#actions = actions;
    this.#isBoard = isBoard;
    this.#markAfter = settings.get("lastRead");
    this.#isOpening = this.#markAfter !== null;
    byID("older").onclick = () => conversation.loadOlder();
    byID("to-newest").onclick = () => this.scrollToEnd();
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#scroller.addEventListener("keydown", (event) => this.#pressed(event));
    this.#scroller.addEventListener("focusin", ({ target }) => this.#focused(target));
    new ResizeObserver(() => (this.#isAtEnd ? this.scrollToEnd() : this.#count()))
      .observe(this.#scroller);
    this.#observer = new IntersectionObserver(
      (entries) => entries.forEach((entry) => entry.isIntersecting && this.#seen(entry.target)),
      { root: this.#scroller, rootMargin: "100%" },
    );
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#markAfter = settings.get("lastRead");
      this.#read();
    });
    conversation.on("change", () => this.#plan());
    conversation.on("loaded", () => this.#openAtMark());
    conversation.outbox.on("change", () => this.#plan());
    conversation.timeline.on("change", () => {
      this.#plan();
      // After it has rendered. Only what has arrived leads to the next page: a failure does not.
      queueMicrotask(() => this.#loadOlderAtTop());
    });
    conversation.on("posted", () => (this.#markAfter = null));
    heard.on("change", () => this.#plan());
    waveforms.on("found", ({ sha256, peaks }) => {
      for (const view of this.#views.values()) if (view.sha256 === sha256) view.showWaveform(peaks);
    });
    setInterval(() => this.#views.forEach((view) => view.showTime()), clockMilliseconds);
    this.#plan();
  }

  scrollToEnd() {
    this.#isAtEnd = true;
    // A page without messages is read from its beginning.
    this.#scroller.scrollTop = this.#views.size > 0 ? this.#scroller.scrollHeight : 0;
    this.#read();
  }

  /** Shows the message whose clip is played, and where in it; none for a null id. */
  showPlaying(played) {
    const { id, isPlaying, position, duration } = played;
    if (this.#played.id !== id) this.#views.get(this.#played.id)?.showPlaying(false, 0, 0);
    this.#played = played;
    this.#views.get(id)?.showPlaying(isPlaying, position, duration);
  }

  /** Brings a message into view, without the focus. */
  follow(id) {
    this.#render();
    const article = this.#views.get(id)?.article;
    if (!article) return;
    this.#isAtEnd = false;
    article.scrollIntoView({ block: "nearest" });
    this.#scrolled();
  }

  /** Brings a message into view, marks it, and chooses it for the keyboard. */
  show(id) {
    this.#render();
    const article = this.#views.get(id)?.article;
    if (!article) return;
    this.#isOpening = this.#isAtEnd = false;
    article.scrollIntoView({ block: "center" });
    this.#choose(article);
    article.classList.add("found");
    setTimeout(() => article.classList.remove("found"), foundMilliseconds);
    this.#count();
  }

  /** Renders once for all changes of a moment. */
  #plan() {
    if (!this.#isPlanned) queueMicrotask(() => this.#render());
    this.#isPlanned = true;
  }

  #render() {
    if (!this.#isPlanned) return;
    this.#isPlanned = false;
    const { shown, outbox } = this.#conversation;
    const anchor = this.#isAtEnd ? null : this.#anchor();
    byID("older").hidden = !shown.olderCursor;
    this.#notice(shown.chatts.length + outbox.items.length === 0);
    this.#show(this.#nodes(shown.chatts, outbox.items));
    if (this.#isAtEnd) this.scrollToEnd();
    else if (anchor) {
      this.#scroller.scrollTop += anchor.article.getBoundingClientRect().top - anchor.top;
    }
    this.#count();
  }

  #notice(isEmpty) {
    const { search, isLoading, problem, isClosed, shown } = this.#conversation;
    const notice = byID("timeline-notice");
    const isWrong = problem !== null && (problem !== "away" || search !== "");
    notice.setAttribute("role", isWrong ? "alert" : "status");
    const none = shown.isLoaded ? texts.empty : isLoading ? texts.loading : "";
    const count = `${shown.chatts.length}${shown.olderCursor ? "+" : ""}`;
    const found = isLoading ? texts.loading : texts.found(count, search);
    if (isClosed) setText(notice, "");
    else if (problem === "away" && search) setText(notice, texts.searchAway);
    else if (isWrong) setText(notice, texts.cannotLoad(sentence(problem.code, problem.detail)));
    else if (search) setText(notice, shown.chatts.length ? found : nothingFound(isLoading, search));
    else setText(notice, isEmpty ? none : "");
    byID("welcome").hidden = !(isEmpty && shown.isLoaded && !isClosed && !search);
  }

  /** The first message in view, and where it is. */
  #anchor() {
    const { top } = this.#scroller.getBoundingClientRect();
    const articles = this.#list.querySelectorAll("article");
    const index = firstIndex(articles.length, (at) =>
      articles[at].getBoundingClientRect().bottom > top);
    const article = articles[index];
    return article ? { article, top: article.getBoundingClientRect().top } : null;
  }

  /** The elements of all messages, with the days and the mark of what is new between them. */
  #nodes(chatts, posts) {
    const nodes = [];
    const views = new Map();
    const { search } = this.#conversation;
    let last = null;
    let isUnread = false;
    let hasMark = false;
    const add = (id, message, makeActions) => {
      const isNewDay = !last || !isSameDay(last.createdAt, message.createdAt);
      if (isNewDay) nodes.push(this.#day(message.createdAt));
      isUnread ||= !search && last !== null && last.id === this.#markAfter;
      const isMarked = isUnread && !message.isOwn && !hasMark;
      hasMark ||= isMarked;
      if (isMarked) nodes.push(this.#mark());
      const isContinued = !search && !this.#isBoard && !isNewDay && !isMarked
        && last.username === message.username && last.isOwn === message.isOwn
        && message.createdAt - last.createdAt < togetherMilliseconds;
      let view = this.#views.get(id);
      if (!view?.shows(message, search)) {
        if (view) this.#observer.unobserve(view.article);
        view = this.#makeView(message, makeActions(), search);
      }
      view.article.classList.toggle("continued", isContinued);
      view.showQuotations(this.#actions.quote);
      views.set(id, view);
      nodes.push(view.article);
      last = message;
      return view;
    };
    const { play, seek, remove, edit, discard, menu, quote } = this.#actions;
    for (const chatt of chatts) {
      const isOwn = !this.#isBoard && this.#conversation.isOwn(chatt);
      const view = add(chatt.id, { ...chatt, isOwn }, () => ({
        quote,
        play: () => play(chatt),
        seek: (seconds) => seek(chatt, seconds),
        remove: isOwn ? (article) => remove(chatt, article) : null,
        menu: (button) => menu(chatt, button),
        find: search ? () => this.#actions.reveal(chatt.id) : null,
      }));
      view.showNew(!isOwn && this.#heard.isNew(chatt));
    }
    for (const post of posts) {
      const { key } = post;
      const source = { ...post, id: key };
      const view = add(key, { ...post, isOwn: true }, () => ({
        quote, play: () => play(source), seek: (seconds) => seek(source, seconds),
      }));
      const retry = () => this.#conversation.outbox.retry(key);
      view.showState(post, { retry, edit: () => edit(key), discard: () => discard(key) });
    }
    for (const [id, view] of this.#views) {
      if (views.get(id) !== view) this.#observer.unobserve(view.article);
    }
    this.#views = views;
    return nodes;
  }

  #makeView(message, actions, search) {
    const view = this.#viewOf(message, actions, search);
    this.#stops(view.article, false);
    if (view.sha256) this.#observer.observe(view.article);
    const { id, isPlaying, position, duration } = this.#played;
    if (id === message.id && id) view.showPlaying(isPlaying, position, duration);
    return view;
  }

  /** A message that cannot be shown must not hide the others. */
  #viewOf(message, actions, search) {
    try {
      return new MessageView(message, actions, search);
    } catch (error) {
      reportError(error);
      return new MessageView({ ...message, message: texts.cannotShow }, actions);
    }
  }

  /** Shows the waveform of a message that comes into view, if it is known. */
  async #seen(article) {
    const view = [...this.#views.values()].find((each) => each.article === article);
    if (!view) return;
    this.#observer.unobserve(article);
    view.showWaveform(await this.#waveforms.kept(view.sha256));
  }

  #day(date) {
    const id = `day-${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
    const day = byID(id) ?? make("h2", { id }, this.#dayButton(date));
    setText(day.firstChild, dayName(date));
    return day;
  }

  /** Leads from a day to others. The menu does so too, so it is no tab stop. */
  #dayButton(date) {
    const button = textButton("", () => this.#actions.day(date), "day");
    button.title = texts.goToDay;
    button.tabIndex = -1;
    return button;
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

  /** Scrolls to where reading ended, once. */
  #openAtMark() {
    // On a closed server there is nothing to read before signing in.
    if (!this.#isOpening || this.#conversation.isClosed) return;
    this.#isOpening = false;
    this.#render();
    const mark = byID("unread");
    if (!mark) return this.scrollToEnd();
    const space = markPart * this.#scroller.clientHeight;
    const { top } = this.#scroller.getBoundingClientRect();
    this.#isAtEnd = false;
    this.#scroller.scrollTop += mark.getBoundingClientRect().top - top - space;
    this.#scrolled();
  }

  #scrolled() {
    this.#isAtEnd = this.#showsEnd();
    this.#read();
    this.#loadOlderAtTop();
  }

  /** Whether the newest message is in view, although it need not stay there. */
  #showsEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < endPixels;
  }

  /** Loads older messages before the first one comes into view. */
  #loadOlderAtTop() {
    const { scrollTop, clientHeight } = this.#scroller;
    if (scrollTop < 2 * clientHeight && !this.#isOpening) this.#conversation.loadOlder();
  }

  /** Notes what has come into view as read. */
  #read() {
    const { timeline, search } = this.#conversation;
    const last = document.hidden || search || this.#isOpening ? null : this.#lastInView();
    const lastRead = this.#settings.get("lastRead");
    if (last && last.id !== lastRead) {
      const before = timeline.get(lastRead);
      const isLater = !before || timeline.chatts.indexOf(before) < timeline.chatts.indexOf(last);
      if (isLater) this.#settings.set("lastRead", last.id);
    }
    this.#count();
  }

  /** The last chatt whose end is in view. */
  #lastInView() {
    const { chatts } = this.#conversation.timeline;
    if (this.#isAtEnd) return chatts.at(-1);
    const { bottom } = this.#scroller.getBoundingClientRect();
    const end = (at) => this.#views.get(chatts[at].id)?.article.getBoundingClientRect().bottom;
    return chatts[firstIndex(chatts.length, (at) => end(at) > bottom) - 1];
  }

  /** Shows the way to the newest messages, with the number of those that were not read. */
  #count() {
    const { timeline } = this.#conversation;
    const button = byID("to-newest");
    button.hidden = this.#views.size === 0 || this.#showsEnd();
    const lastRead = this.#settings.get("lastRead");
    const read = timeline.chatts.findIndex(({ id }) => id === lastRead);
    const count = read < 0 ? 0 : timeline.chatts.length - 1 - read;
    setText(button.lastElementChild, count > 0 ? String(count) : "");
    const label = count > 0 ? texts.toNewestUnread(count) : texts.toNewest;
    button.setAttribute("aria-label", label);
    button.title = label;
  }

  // The keyboard

  #pressed(event) {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // The keys of a slider are its own.
    if (target.matches("input") && key !== "Escape") return;
    const articles = [...this.#list.querySelectorAll("article")];
    const index = articles.indexOf(this.#current);
    const end = articles.length - 1;
    const from = index < 0 ? articles.length : index;
    const next = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: end }[key];
    if (next !== undefined && articles.length > 0) {
      event.preventDefault();
      const article = articles[Math.min(Math.max(0, next), end)];
      this.#choose(article);
      article.scrollIntoView({ block: "nearest" });
    } else if (key === " " && target === this.#current) {
      event.preventDefault();
      target.querySelector(".clip button")?.click();
    } else if (key === "Escape") byID("message").focus();
  }

  #focused(target) {
    const article = target.closest("article");
    if (article && article !== this.#current) this.#choose(article, { focuses: false });
  }

  /** Makes a message the one whose buttons the tab key reaches. */
  #choose(article, { focuses = true } = {}) {
    if (this.#current) this.#stops(this.#current, false);
    this.#current = article;
    this.#stops(article, true);
    if (focuses) article.focus({ preventScroll: true });
  }

  #stops(article, areStops) {
    for (const control of article.querySelectorAll("button, input, a")) {
      control.tabIndex = areStops ? 0 : -1;
    }
  }
}

function nothingFound(isLoading, search) {
  return isLoading ? texts.loading : texts.nothingFound(search);
}

/** The first of some indices, in their order, for which a condition holds; `count` without one. */
function firstIndex(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
