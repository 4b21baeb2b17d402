import { placeIn } from "../model/place.js";
import { texts } from "../texts.js";
import { avatar, hue } from "./avatar.js";
import { iconButton, make, setIcon, textButton } from "./elements.js";
import { duration, exactTime, relativeTime, sentence } from "./format.js";
import { paragraph } from "./message-text.js";
import { drawWaveform } from "./waveform-canvas.js";

/** What keys on the position of a clip do, in seconds. */
const stepSeconds = 5;

/** A chatt of the timeline, or a post that the server does not have yet. */
export class MessageView {
  #time;
  #length;
  #play = null;
  #scrubber = null;
  #canvas = null;
  #at = null;
  #isNew = false;
  #isPlaying = false;
  #position = 0;
  #peaks = null;
  #quotations;
  #state = make("div", { class: "state" });
  #shown = null;

  /**
   * @param {{play, seek, quote, remove?, menu?, find?}} actions what its buttons do
   * @param {string} words those of a search, which are marked
   */
  constructor(message, { play, seek, quote, remove, menu, find }, words = "") {
    this.message = message;
    this.words = words;
    const { username, createdAt, audio, clip, isOwn } = message;
    const times = { datetime: createdAt.toISOString(), title: exactTime(createdAt) };
    this.#time = make("time", times);
    const header = make("header", {}, make("bdi", {}, username), " ", this.#time);
    const buttons = make("span", { class: "buttons" });
    if (remove) {
      const label = texts.deleteMessage;
      buttons.append(iconButton("delete", label, () => remove(this.article)));
    }
    if (menu) {
      const button = iconButton("menu", texts.messageMenu(username), () => menu(button));
      button.setAttribute("aria-haspopup", "true");
      buttons.append(button);
    }
    header.append(buttons);
    if (find) header.append(textButton(texts.showInConversation, find, "find"));
    this.article = make("article", { class: isOwn ? "own" : null, tabindex: -1 }, header);
    this.article.style.setProperty("--hue", hue(username));
    if (!isOwn) this.article.prepend(avatar(username));
    if (message.message) this.article.append(...paragraph(message.message, words, quote));
    this.#quotations = this.article.querySelectorAll(".quotation");
    if (audio || clip) this.#addClip(audio?.duration ?? message.duration ?? 0, play, seek);
    this.article.append(this.#state);
    this.#label();
    this.showTime();
  }

  #addClip(seconds, play, seek) {
    this.#length = seconds;
    this.#play = iconButton("play", "", play);
    this.#canvas = make("canvas", { "aria-hidden": "true" });
    this.#scrubber = make("input", {
      type: "range", min: 0, max: seconds, step: 0.01, value: 0, class: "scrubber",
      "aria-label": texts.positionIn(this.message.username), "aria-valuetext": duration(0),
      oninput: () => seek(Number(this.#scrubber.value)),
      onkeydown: (event) => this.#pressed(event, seek),
    });
    this.#at = make("span", { class: "at" }, duration(seconds));
    const track = make("span", { class: "track" }, this.#canvas, this.#scrubber);
    const isNew = make("span", { class: "mark" });
    this.article.append(make("div", { class: "clip" }, this.#play, track, this.#at, isNew));
  }

  #pressed(event, seek) {
    const { key } = event;
    const step = { ArrowRight: stepSeconds, ArrowLeft: -stepSeconds }[key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(Math.min(Math.max(0, this.#position + step), this.#length));
  }

  /** The digest of its clip, by which its waveform is kept; undefined without one. */
  get sha256() {
    return this.message.audio?.sha256;
  }

  /** Whether it still shows the message, which may have been edited. */
  shows({ message, isOwn }, words) {
    return this.message.message === message && this.message.isOwn === isOwn && this.words === words;
  }

  /** Shows what the quoted messages have now: they may have been replaced or deleted. */
  showQuotations(quote) {
    for (const link of this.#quotations) {
      const text = quote(placeIn(link));
      if (text === link.textContent) continue;
      link.textContent = text;
      this.#labelArticle();
    }
  }

  /** Shows how long ago the message was written. */
  showTime() {
    const time = relativeTime(this.message.createdAt);
    if (this.#time.textContent === time) return;
    this.#time.textContent = time;
    this.#labelArticle();
  }

  /** Shows whether the clip is played, and where. */
  showPlaying(isPlaying, position, seconds) {
    if (!this.#play) return;
    if (seconds > 0) this.#length = seconds;
    this.#position = position;
    this.#scrubber.max = this.#length;
    this.#scrubber.value = position;
    this.#scrubber.setAttribute("aria-valuetext", duration(position));
    this.#at.textContent = duration(position > 0 ? position : this.#length);
    this.#draw();
    if (isPlaying === this.#isPlaying) return;
    this.#isPlaying = isPlaying;
    this.#label();
  }

  /** Shows whether the clip has not been heard. */
  showNew(isNew) {
    if (!this.#play || isNew === this.#isNew) return;
    this.#isNew = isNew;
    this.article.classList.toggle("new", isNew);
    this.#label();
  }

  /** Shows the waveform; a line without. */
  showWaveform(peaks) {
    this.#peaks = peaks ?? this.#peaks;
    this.#draw();
  }

  #label() {
    if (!this.#play) return;
    const { username } = this.message;
    const play = [texts.playClip(username, duration(this.#length)), ...this.#notHeard].join(", ");
    const label = this.#isPlaying ? texts.pauseClip(username) : play;
    setIcon(this.#play, this.#isPlaying ? "pause" : "play", label);
    this.#labelArticle();
  }

  /** What a screen reader says of a message that the arrow keys choose. */
  #labelArticle() {
    const text = this.article.querySelector("p[dir=auto]")?.textContent;
    const clip = [texts.recording, duration(this.#length), ...this.#notHeard].join(", ");
    const contents = [text, this.#play && clip].filter(Boolean).join(". ");
    const label = `${this.message.username}, ${this.#time.textContent}: ${contents}`;
    this.article.setAttribute("aria-label", label);
  }

  get #notHeard() {
    return this.#isNew ? [texts.notHeard] : [];
  }

  #draw() {
    if (!this.#canvas?.isConnected) return;
    drawWaveform(this.#canvas, this.#peaks, this.#position / (this.#length || 1));
  }

  /** Shows the state of a post. */
  showState({ state, problem: detail, code, isFinal, isStored }, { retry, edit, discard }) {
    const problem = detail && sentence(code, detail);
    const shown = `${state} ${problem} ${isStored}`;
    if (this.#shown === shown) return;
    this.#shown = shown;
    const isFailed = state === "failed";
    this.article.setAttribute("aria-busy", !isFailed);
    this.article.classList.toggle("failed", isFailed);
    const remove = iconButton("delete", texts.discardMessage, discard);
    if (isFailed) {
      const notSent = make("p", { role: "alert" }, texts.notSent(problem));
      const again = isFinal ? [] : [textButton(texts.retry, retry)];
      this.#state.replaceChildren(notSent, ...again, textButton(texts.edit, edit), remove);
    } else {
      const reason = state === "denied" ? texts.signIn : problem;
      const waiting = [
        reason ? `${texts.waiting}: ${reason}` : texts.waiting,
        isStored ? "" : texts.postNotStored,
      ].filter(Boolean).join(" ");
      // What is on its way cannot be discarded: the server may have it.
      const isSending = state === "sending";
      this.#state.replaceChildren(...(isSending ? [texts.sending] : [waiting, remove]));
    }
  }
}
