import { texts } from "../texts.js";
import { element, iconButton, setIcon } from "./elements.js";
import { duration, exactTime, relativeTime } from "./format.js";

/** Longer messages are shown in part, so that one of them does not fill the page. */
const longCharacters = 1500;
const longLines = 20;

/**
 * A chatt of the timeline, or a post that the server does not have yet.
 *
 * `actions` has what its buttons do: `play`, `remove`, `retry`, `edit`, `discard`.
 */
export class MessageView {
  isOwn;
  #time;
  #createdAt;
  #play = null;
  #length;

  constructor({ username, message, createdAt, audio, clip, duration: length, isOwn }, actions) {
    this.isOwn = isOwn;
    this.#createdAt = createdAt;
    this.#time = element("time", {
      datetime: createdAt.toISOString(),
      title: exactTime(createdAt),
    });
    this.footer = element("div", { class: "state" });
    const header = element("header", {}, element("bdi", {}, username), " ", this.#time);
    if (actions.remove) {
      const remove = () => actions.remove(this.article);
      header.append(iconButton("delete", texts.deleteMessage, remove));
    }
    this.article = element("article", { class: isOwn ? "own" : null }, header);
    if (message) this.article.append(...text(message));
    if (audio || clip) {
      this.#length = duration(audio?.duration ?? length);
      this.#play = iconButton("play", texts.playClip(this.#length), actions.play);
      this.article.append(element("div", { class: "clip" }, this.#play, this.#length));
    }
    this.article.append(this.footer);
    this.showTime();
  }

  /** Shows how long ago the message was written. */
  showTime() {
    this.#time.textContent = relativeTime(this.#createdAt);
  }

  /** Shows whether the clip is being played. */
  showPlaying(isPlaying) {
    if (!this.#play) return;
    this.article.classList.toggle("playing", isPlaying);
    const label = isPlaying ? texts.pause : texts.playClip(this.#length);
    setIcon(this.#play, isPlaying ? "pause" : "play", label);
  }

  /** Shows the state of a post. */
  showState({ state, problem }, actions) {
    this.article.setAttribute("aria-busy", String(state !== "failed"));
    this.article.classList.toggle("failed", state === "failed");
    if (state === "failed") {
      this.footer.replaceChildren(
        element("p", { role: "alert" }, texts.notSent(problem)),
        element("button", { type: "button", onclick: actions.retry }, texts.retry),
        element("button", { type: "button", onclick: actions.edit }, texts.edit),
        iconButton("delete", texts.discardMessage, actions.discard),
      );
    } else {
      const waiting = problem ? `${texts.waiting}: ${problem}` : texts.waiting;
      this.footer.replaceChildren(
        element("span", {}, state === "sending" ? texts.sending : waiting),
        iconButton("delete", texts.discardMessage, actions.discard),
      );
    }
  }
}

/** The text of a message with its links, and a button that shows all of it if it is long. */
function text(message) {
  const paragraph = element("p", { dir: "auto" }, ...linked(message));
  if (message.length <= longCharacters && message.split("\n", longLines + 1).length <= longLines) {
    return [paragraph];
  }
  paragraph.classList.add("long");
  const all = element("button", { type: "button" }, texts.showAll);
  all.addEventListener("click", () => {
    paragraph.classList.remove("long");
    all.remove();
  });
  return [paragraph, all];
}

/** Splits a message into texts and links. */
function linked(message) {
  const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/;
  return message.split(address).map((part, index) =>
    index % 2 === 0
      ? part
      : element("a", { href: part, target: "_blank", rel: "noopener noreferrer" }, part),
  );
}
