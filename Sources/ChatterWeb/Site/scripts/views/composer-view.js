import { addressOf, splitReply } from "../model/place.js";
import { isM4A, lengthOf } from "../recorder/audio-file.js";
import { texts } from "../texts.js";
import { byID, iconButton, setText } from "./elements.js";
import { duration as clock } from "./format.js";
import { RecorderView } from "./recorder-view.js";

/** A draft is stored when nothing has been typed for this time, and when the page is left. */
const draftMilliseconds = 200;
const isTouch = matchMedia("(pointer: coarse)");

/** The form that writes, records and sends a message. */
export class ComposerView {
  #conversation;
  #timeline;
  #recorder;
  #username = byID("username");
  #message = byID("message");
  /** The message that is replied to, and a second of its clip; null without one. */
  #place = null;
  #saving;
  #isSending = false;

  constructor({ conversation, timeline, settings, ...parts }) {
    this.#conversation = conversation;
    this.#timeline = timeline;
    const explain = (problem) => this.#explain(problem);
    this.#recorder = new RecorderView({ conversation, explain, ...parts });
    this.#username.value = settings.get("username") ?? "";
    this.#username.onchange = () => settings.set("username", this.#username.value.trim());
    this.#username.oninput = () => this.#explain("");
    this.#message.placeholder = texts.message;
    this.#message.oninput = () => this.#written();
    this.#message.onkeydown = (event) => this.#pressed(event);
    byID("composer").onsubmit = (event) => {
      event.preventDefault();
      this.#send();
    };
    addEventListener("pagehide", () => this.#save());
    byID("reply").append(iconButton("close", texts.cancel, () => this.#reply(null)));
    conversation.timeline.on("change", () => this.#showReply());
    this.#acceptFiles();
    if (isTouch.matches) this.#message.enterKeyHint = "enter";
    this.#load();
  }

  /** Takes a post that was refused back into the form, to be changed. */
  async edit(key) {
    const { outbox } = this.#conversation;
    const { message, clip, duration } = outbox.items.find((item) => item.key === key);
    if (clip && this.#recorder.isInUse) return this.#explain(texts.recordingFirst);
    if (!(await outbox.discard(key))) return;
    const { place, text } = splitReply(message);
    this.#place = place ?? this.#place;
    this.#message.value = [text, this.#message.value].filter(Boolean).join("\n");
    this.#written();
    if (clip) await this.#recorder.keep(clip, duration);
    this.#message.focus();
  }

  /** Makes what is written a reply to a message, in place of another one. */
  reply(id, seconds) {
    this.#reply({ id, seconds });
  }

  #reply(place) {
    this.#place = place;
    this.#written();
    this.#message.focus();
  }

  #showReply() {
    const { id, seconds = null } = this.#place ?? {};
    const name = this.#conversation.timeline.get(id)?.username;
    const to = name ? texts.replyingTo(name) : texts.reply;
    const at = seconds === null ? "" : `, ${clock(seconds)}`;
    byID("reply").hidden = !id;
    setText(byID("reply-to"), id ? to + at : "");
  }

  /** What is sent: a reply begins with the address of its message. */
  get #whole() {
    const text = this.#message.value.trim();
    const { id, seconds } = this.#place ?? {};
    return id ? `${addressOf(id, seconds)} ${text}`.trim() : text;
  }

  /** Takes an audio file as the clip, as if it had been recorded. */
  async attach(file) {
    if (this.#recorder.isInUse) return this.#explain(texts.recordingFirst);
    if (!(await isM4A(file))) return this.#explain(texts.notM4A(file.name));
    this.#explain("");
    await this.#recorder.keep(file, await lengthOf(file));
  }

  /** Files come by a button, by dropping and by pasting. */
  #acceptFiles() {
    const [input, form] = [byID("file"), byID("composer")];
    const take = (event, [file]) => {
      if (!file) return;
      event.preventDefault();
      this.attach(file);
    };
    byID("attach").onclick = () => input.click();
    input.onchange = (event) => {
      take(event, input.files);
      input.value = "";
    };
    form.onpaste = (event) => {
      const { types, files } = event.clipboardData;
      // Programs for texts add a picture of what is copied.
      const isText = types.includes("text/plain") && files[0]?.type.startsWith("image/");
      if (!isText) take(event, files);
    };
    const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");
    document.body.ondragover = (event) => hasFiles(event) && event.preventDefault();
    document.body.ondrop = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      take(event, event.dataTransfer.files);
    };
  }

  async #load() {
    const { message, clip, duration } = await this.#conversation.loadDraft();
    const { place, text } = splitReply(message);
    this.#place ??= place;
    this.#message.value ||= text;
    this.#showReply();
    this.#fit();
    await this.#recorder.load(clip, duration);
  }

  #pressed(event) {
    if (event.key === "Escape" && !event.isComposing && this.#place) this.#reply(null);
    const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    // On the keyboard of a phone, Enter begins a line: there is no Shift and Enter.
    if (!sends || isTouch.matches) return;
    event.preventDefault();
    this.#send();
  }

  /** A second press while a recording ends must not send it twice. */
  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    await this.#post().finally(() => (this.#isSending = false));
  }

  async #post() {
    // First, so that no refusal below leaves the microphone on.
    const { clip, duration } = await this.#recorder.finish();
    const username = this.#username.value.trim();
    if (!username) {
      this.#explain(texts.nameNeeded);
      return this.#username.focus();
    }
    if (!this.#message.value.trim() && !clip) return this.#message.focus();
    const message = this.#whole;
    this.#message.value = "";
    this.#place = null;
    this.#written();
    this.#recorder.clear();
    this.#timeline.scrollToEnd();
    await this.#conversation.post({ username, message: message || null, clip, duration });
    if (clip) await this.#conversation.saveClip(null).catch(() => {});
  }

  #written() {
    this.#explain("");
    this.#showReply();
    this.#fit();
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#save(), draftMilliseconds);
  }

  #save() {
    this.#conversation.saveMessage(this.#whole).catch(() => {});
  }

  /** Makes the field as high as its text; the style sheet limits it. */
  #fit() {
    this.#message.style.height = "auto";
    this.#message.style.height = `${this.#message.scrollHeight + 2}px`;
  }

  #explain(problem) {
    setText(byID("composer-problem"), problem);
    this.#username.toggleAttribute("aria-invalid", problem === texts.nameNeeded);
  }
}
