import { texts } from "../texts.js";
import { notify } from "./notices.js";
import { RecorderView } from "./recorder-view.js";

/** A draft is stored when nothing has been typed for this time, and when the page is left. */
const draftMilliseconds = 200;

/** The form that writes, records and sends a message. */
export class ComposerView {
  #conversation;
  #timeline;
  #form = document.getElementById("composer");
  #username = document.getElementById("username");
  #message = document.getElementById("message");
  #problem = document.getElementById("composer-problem");
  #recorder;
  #saving = null;

  constructor({ conversation, timeline, recorder, player, database, settings }) {
    this.#conversation = conversation;
    this.#timeline = timeline;
    this.#recorder = new RecorderView({
      recorder,
      player,
      database,
      save: (clip, duration) => conversation.saveClip(clip, duration),
      explain: (problem) => this.#explain(problem),
    });
    this.#username.value = settings.username;
    this.#username.addEventListener("change", () => {
      settings.username = this.#username.value.trim();
    });
    this.#username.addEventListener("input", () => this.#explain(""));
    this.#message.addEventListener("input", () => this.#written());
    this.#message.addEventListener("keydown", (event) => this.#pressed(event));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    addEventListener("pagehide", () => this.#saveMessage());
    this.#load();
  }

  /** Takes a post that was refused back into the form, to be changed. */
  async edit(key) {
    const { message, clip, duration } = this.#conversation.outbox.items.find(
      (item) => item.key === key,
    );
    if (!(await this.#conversation.discard(key))) return;
    this.#message.value = [message, this.#message.value].filter(Boolean).join("\n");
    this.#written();
    if (clip) this.#recorder.show(clip, duration);
    this.#message.focus();
  }

  async #load() {
    const { message, clip, duration } = await this.#conversation.loadDraft();
    if (message && !this.#message.value) this.#message.value = message;
    this.#fit();
    await this.#recorder.load(clip, duration);
  }

  #pressed(event) {
    const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    // On the keyboard of a phone, Enter begins a line: there is no Shift and Enter.
    if (!sends || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    this.#send();
  }

  async #send() {
    const username = this.#username.value.trim();
    const message = this.#message.value.trim();
    if (!username) {
      this.#explain(texts.nameNeeded);
      this.#username.focus();
      return;
    }
    const { clip, duration } = await this.#recorder.finish();
    if (!message && !clip) return this.#message.focus();
    this.#message.value = "";
    this.#written();
    this.#recorder.clear();
    this.#timeline.scrollToEnd();
    try {
      await this.#conversation.post({ username, message: message || null, clip, duration });
    } catch (error) {
      // The browser has no room to store the post, so it is not lost but where it was.
      this.#message.value = message;
      if (clip) this.#recorder.show(clip, duration);
      notify(texts.notSent(error.message));
      return;
    }
    this.#saveMessage();
    this.#conversation.saveClip(null);
  }

  #written() {
    this.#explain("");
    this.#fit();
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#saveMessage(), draftMilliseconds);
  }

  #saveMessage() {
    clearTimeout(this.#saving);
    this.#conversation.saveMessage(this.#message.value);
  }

  /** Makes the field as high as its text; the style sheet limits it. */
  #fit() {
    this.#message.style.height = "auto";
    this.#message.style.height = `${this.#message.scrollHeight + 2}px`;
  }

  #explain(problem) {
    if (this.#problem.textContent === problem) return;
    this.#problem.textContent = problem;
    this.#username.toggleAttribute("aria-invalid", problem === texts.nameNeeded);
  }
}
