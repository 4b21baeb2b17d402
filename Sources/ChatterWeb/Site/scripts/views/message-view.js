import { texts } from "../texts.js";
import { iconButton, make, setIcon, textButton } from "./elements.js";
import { duration, exactTime, relativeTime } from "./format.js";

/** Longer messages are shown in part, so that one of them does not fill the page. */
const longCharacters = 1500;
const longLines = 20;

/** A chatt of the timeline, or a post that the server does not have yet. */
export class MessageView {
  #time;
  #length;
  #play = null;
  #state = make("div", { class: "state" });
  #shown = null;

  /** @param {{play, remove?}} actions what its buttons do */
  constructor(message, { play, remove }) {
    this.message = message;
    const { username, createdAt, audio, clip, isOwn } = message;
    const times = { datetime: createdAt.toISOString(), title: exactTime(createdAt) };
    this.#time = make("time", times);
    const header = make("header", {}, make("bdi", {}, username), " ", this.#time);
    if (remove) {
      header.append(iconButton("delete", texts.deleteMessage, () => remove(this.article)));
    }
    this.article = make("article", { class: isOwn ? "own" : null }, header);
    if (message.message) this.article.append(...paragraph(message.message));
    if (audio || clip) {
      this.#length = duration(audio?.duration ?? message.duration);
      this.#play = iconButton("play", texts.playClip(this.#length), play);
      this.article.append(make("div", { class: "clip" }, this.#play, this.#length));
    }
    this.article.append(this.#state);
    this.showTime();
  }

  /** Whether it still shows the message, which may have been edited. */
  shows({ message, isOwn }) {
    return this.message.message === message && this.message.isOwn === isOwn;
  }

  /** Shows how long ago the message was written. */
  showTime() {
    this.#time.textContent = relativeTime(this.message.createdAt);
  }

  /** Shows whether the clip is being played. */
  showPlaying(isPlaying) {
    if (!this.#play) return;
    const label = isPlaying ? texts.pause : texts.playClip(this.#length);
    setIcon(this.#play, isPlaying ? "pause" : "play", label);
  }

  /** Shows the state of a post. */
  showState({ state, problem }, { retry, edit, discard }) {
    if (this.#shown === state + problem) return;
    this.#shown = state + problem;
    const isFailed = state === "failed";
    this.article.setAttribute("aria-busy", !isFailed);
    this.article.classList.toggle("failed", isFailed);
    const remove = iconButton("delete", texts.discardMessage, discard);
    if (isFailed) {
      const notSent = make("p", { role: "alert" }, texts.notSent(problem));
      const buttons = [textButton(texts.retry, retry), textButton(texts.edit, edit), remove];
      this.#state.replaceChildren(notSent, ...buttons);
    } else {
      const reason = state === "denied" ? texts.signIn : problem;
      const waiting = reason ? `${texts.waiting}: ${reason}` : texts.waiting;
      // What is on its way cannot be discarded: the server may have it.
      const isSending = state === "sending";
      this.#state.replaceChildren(...(isSending ? [texts.sending] : [waiting, remove]));
    }
  }
}

/** The text of a message with its links, and a button that shows all of it if it is long. */
function paragraph(message) {
  const text = make("p", { dir: "auto" }, ...linked(message));
  const lines = message.split("\n", longLines + 1).length;
  if (message.length <= longCharacters && lines <= longLines) return [text];
  text.classList.add("long");
  const all = textButton(texts.showAll, () => {
    text.classList.remove("long");
    all.remove();
  });
  return [text, all];
}

/** Splits a message into texts and links. */
function linked(message) {
  const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/;
  const link = (href) => make("a", { href, target: "_blank", rel: "noopener noreferrer" }, href);
  return message.split(address).map((part, index) => (index % 2 ? link(part) : part));
}
