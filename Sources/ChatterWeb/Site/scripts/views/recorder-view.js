import { ClipRecorder } from "../recorder/clip-recorder.js";
import { lengthOf } from "../recorder/audio-file.js";
import { texts } from "../texts.js";
import { byID, iconButton, setIcon, setText } from "./elements.js";
import { duration } from "./format.js";
import { announce, ask, notify } from "./notices.js";

/** A button that is held longer than this records until it is released. */
const holdMilliseconds = 250;
const shortestSeconds = 0.3;
/** A tab that records holds this lock, so that others leave its chunks alone. */
const lockName = "chatter-recorder";

/**
 * The controls of a recording: they record by click, by hold and by keyboard, pause, play and
 * discard.
 */
export class RecorderView {
  #recorder;
  #player;
  #database;
  #conversation;
  #explain;
  #meter = byID("recording-level");
  #button = byID("record");
  #pause = iconButton("pause", texts.pauseRecording, () => this.#pauseOrContinue());
  #listen = iconButton("play", texts.listen, () => this.#play());
  #clip = null;
  #duration = null;
  #recordingID = null;
  #stored = Promise.resolve();
  #stopping = null;
  #isHeld = false;
  #wasPaused = false;
  #release = () => {};

  /** @param {(problem: string) => void} explain shows what is wrong */
  constructor({ recorder, player, database, conversation, explain }) {
    this.#recorder = recorder;
    this.#player = player;
    this.#database = database;
    this.#conversation = conversation;
    this.#explain = explain;
    const discard = iconButton("delete", texts.discardRecording, () => this.#discard());
    byID("recording").append(this.#pause, this.#listen, discard);
    this.#button.onpointerdown = (event) => this.#pressed(event);
    this.#button.onclick = (event) => this.#clicked(event);
    recorder.on("change", () => this.#changed());
    recorder.on("chunk", ({ recordingID, index, blob }) => {
      this.#recordingID = recordingID;
      this.#stored = database.appendChunk(recordingID, index, blob).catch(() => {});
    });
    this.#render();
  }

  /** Shows the clip of the draft, or what an earlier visit has recorded and lost. */
  async load(clip, duration) {
    if (clip) this.#show(clip, duration);
    else await lock({ ifAvailable: true }, (isAlone) => isAlone && this.#restore());
  }

  /** Whether there is a clip, or one is being recorded. */
  get isInUse() {
    return this.#clip !== null || this.#recorder.isRunning;
  }

  /**
   * Shows a clip that is not posted, and stores it; without room, it lasts as long as the page.
   * Returns whether it is stored.
   */
  async keep(clip, duration) {
    this.#show(clip, duration);
    try {
      await this.#conversation.saveClip(clip, duration);
      return true;
    } catch {
      notify(texts.recordingNotStored);
      return false;
    }
  }

  /** Ends a recording that is running. Returns the clip; null if there is none. */
  async finish() {
    if (this.#recorder.isRunning) await this.#stop();
    return { clip: this.#clip, duration: this.#duration };
  }

  /** Forgets the clip, and what was said of it. */
  clear() {
    this.#explain("");
    if (this.#isPlayed) this.#player.close();
    this.#show(null, null);
  }

  async #restore() {
    const [recording] = await this.#database.recordings();
    if (!recording || this.isInUse) return;
    notify(texts.recordingRestored);
    const isStored = await this.keep(recording.blob, await lengthOf(recording.blob));
    if (isStored) await this.#database.deleteRecording(recording.id).catch(() => {});
  }

  /** Starts a recording that ends when the pointer is released, if that takes a while. */
  #pressed(event) {
    this.#isHeld = false;
    if (event.button !== 0 || this.#recorder.isRunning) return;
    let starting;
    const timer = setTimeout(() => {
      this.#isHeld = true;
      starting = this.#start();
    }, holdMilliseconds);
    const released = async () => {
      clearTimeout(timer);
      removeEventListener("pointerup", released);
      removeEventListener("pointercancel", released);
      // A hold that was interrupted by a question is like a click.
      if ((await starting) === "at once") await this.#stop();
    };
    addEventListener("pointerup", released);
    addEventListener("pointercancel", released);
  }

  #clicked({ detail }) {
    const isRelease = this.#isHeld && detail !== 0;
    this.#isHeld = false;
    if (isRelease) return;
    if (this.#recorder.isRunning) this.#stop();
    else this.#start();
  }

  /** Returns "at once" if it records and nobody had to be asked. */
  async #start() {
    if (this.#clip) return;
    this.#explain("");
    const { recordingProblems: problems, microphoneTitle: title, microphoneText: text } = texts;
    if (!ClipRecorder.isSupported()) {
      return this.#explain(isSecureContext ? problems.unsupported : problems.insecure);
    }
    const permission = await this.#recorder.permission();
    const isAsked = permission === "prompt";
    if (isAsked && !(await ask({ title, text, yes: texts.allow, className: "main" }))) return;
    this.#player.close();
    // The lock is held until the recording is safe.
    await new Promise((resolve) => {
      const held = () => new Promise((release) => resolve((this.#release = release)));
      lock({ mode: "shared" }, held).catch(resolve);
    });
    await this.#recorder.start();
    if (this.#recorder.isRunning) announce(texts.recordingStarted);
    return isAsked ? "asked" : "at once";
  }

  /** Ends the recording; so does the recorder itself, without a microphone or room. */
  #stop() {
    this.#stopping ??= this.#end().finally(() => {
      this.#release();
      this.#stopping = null;
    });
    return this.#stopping;
  }

  /** Turns a recording into the clip of the draft; only then are its chunks deleted. */
  async #end() {
    const recording = await this.#recorder.stop();
    if (!recording) return;
    // That it ends soon, or that it must be sent first.
    if (!this.#recorder.problem) this.#explain("");
    // Two clicks by mistake do not make a recording.
    if (recording.duration < shortestSeconds) {
      this.#explain(texts.recordingTooShort);
      return this.#database.deleteRecording(this.#recordingID).catch(() => {});
    }
    announce(texts.recordingStopped(duration(recording.duration)));
    const isStored = await this.keep(recording.blob, recording.duration);
    await this.#stored;
    // Without room for another copy, the chunks are the only one.
    if (isStored) await this.#database.deleteRecording(this.#recordingID).catch(() => {});
    if (document.activeElement === document.body) this.#listen.focus();
  }

  #pauseOrContinue() {
    if (this.#recorder.state === "recording") this.#recorder.pause();
    else {
      this.#player.pause();
      this.#recorder.resume();
    }
  }

  get #isPlayed() {
    return this.#clip !== null && this.#player.source?.blob === this.#clip;
  }

  #play() {
    if (this.#isPlayed) return this.#player.toggle();
    const blob = this.#clip;
    const title = blob.name ?? texts.yourRecording;
    this.#player.play({ id: "draft", title, artist: "", duration: this.#duration, blob });
  }

  async #discard() {
    const { clip, duration } = await this.finish();
    this.clear();
    this.#button.focus();
    if (clip) notify(texts.recordingDiscarded, () => this.#bringBack(clip, duration));
    await this.#conversation.saveClip(null).catch(() => {});
  }

  /** Brings back a discarded clip; what was recorded since can be brought back in its turn. */
  async #bringBack(clip, seconds) {
    const newer = await this.finish();
    if (this.#isPlayed) this.#player.close();
    await this.keep(clip, seconds);
    this.#listen.focus();
    if (newer.clip) {
      const undo = () => this.#bringBack(newer.clip, newer.duration);
      const lengths = [duration(seconds), duration(newer.duration)];
      notify(texts.recordingReplaced(...lengths), undo);
    }
  }

  #changed() {
    const { state, seconds, problem } = this.#recorder;
    if (problem) this.#explain(texts.recordingProblems[problem]);
    else if (this.#recorder.isNearlyFull) this.#explain(texts.recordingNearlyFull);
    if (state === "failed") this.#release();
    const isPaused = state === "paused";
    if (isPaused && !this.#wasPaused) announce(texts.recordingPaused(duration(seconds)));
    this.#wasPaused = isPaused;
    if (state === "finished" && !this.#clip) this.#stop();
    this.#render();
  }

  #show(clip, duration) {
    this.#clip = clip;
    this.#duration = duration;
    this.#render();
  }

  #render() {
    const { state, level, seconds, isRunning } = this.#recorder;
    const isPaused = state === "paused";
    const time = duration(isRunning ? seconds : this.#duration ?? 0);
    byID("recording").hidden = !isRunning && !this.#clip;
    setText(byID("recording-name"), this.#clip?.name ?? "");
    byID("recording-time").textContent = isPaused ? texts.recordingPaused(time) : time;
    this.#meter.value = level;
    this.#meter.hidden = this.#pause.hidden = !isRunning;
    this.#listen.hidden = isRunning || !this.#clip;
    this.#button.hidden = !isRunning && this.#clip !== null;
    this.#button.classList.toggle("live", isRunning);
    const pauseLabel = isPaused ? texts.continueRecording : texts.pauseRecording;
    setIcon(this.#pause, isPaused ? "record" : "pause", pauseLabel);
    const label = isRunning ? texts.stopRecording : texts.record;
    setIcon(this.#button, isRunning ? "stop" : "record", label);
  }
}

async function lock(options, action) {
  return navigator.locks ? navigator.locks.request(lockName, options, action) : action(true);
}
