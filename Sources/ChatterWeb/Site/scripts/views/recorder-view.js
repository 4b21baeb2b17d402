import { ClipRecorder } from "../recorder/clip-recorder.js";
import { texts } from "../texts.js";
import { iconButton, setIcon } from "./elements.js";
import { duration } from "./format.js";
import { confirm, notify } from "./notices.js";

/** Whoever holds the button longer than this records until it is released. */
const holdMilliseconds = 250;
/** The tab that holds this lock records; what other tabs have stored is theirs. */
const lockName = "chatter-recorder";

/**
 * The controls of a recording: they record by click, by hold and by keyboard, pause, and play and
 * discard what was recorded.
 *
 * `save` stores a clip that was not posted, `explain` shows a problem.
 */
export class RecorderView {
  #recorder;
  #player;
  #database;
  #save;
  #explain;
  #panel = document.getElementById("recording");
  #time = document.getElementById("recording-time");
  #meter = document.getElementById("recording-level");
  #button = document.getElementById("record");
  #pause;
  #listen;
  #discard;
  #clip = null;
  #duration = null;
  #recordingID = null;
  #storing = Promise.resolve();
  #release = () => {};
  #isHeld = false;
  #stopping = null;

  constructor({ recorder, player, database, save, explain }) {
    this.#recorder = recorder;
    this.#player = player;
    this.#database = database;
    this.#save = save;
    this.#explain = explain;
    this.#pause = iconButton("pause", texts.pauseRecording, () => this.#pauseOrContinue());
    this.#listen = iconButton("play", texts.listen, () => this.#play());
    this.#discard = iconButton("delete", texts.discardRecording, () => this.#discardClip());
    this.#panel.append(this.#pause, this.#listen, this.#discard);
    this.#button.addEventListener("pointerdown", (event) => this.#pressed(event));
    this.#button.addEventListener("click", (event) => this.#clicked(event));
    recorder.addEventListener("change", () => this.#changed());
    recorder.addEventListener("chunk", ({ detail }) => this.#store(detail));
    this.#render();
  }

  get #isRecording() {
    return ["recording", "paused"].includes(this.#recorder.state);
  }

  /** Shows the clip of the draft, or what an earlier visit has recorded and lost. */
  async load(clip, duration) {
    if (clip) this.show(clip, duration);
    else await this.#lock((isAlone) => isAlone && this.#restore(), { ifAvailable: true });
  }

  show(clip, duration) {
    this.#clip = clip;
    this.#duration = duration;
    this.#save(clip, duration);
    this.#render();
  }

  /** Ends a recording that is running. Returns the clip; `clip` is null if there is none. */
  async finish() {
    if (this.#isRecording) await this.#stop();
    return { clip: this.#clip, duration: this.#duration };
  }

  /** Forgets the clip, which is stored somewhere else. */
  clear() {
    if (this.#player.source?.blob === this.#clip) this.#player.close();
    this.#clip = null;
    this.#duration = null;
    this.#render();
  }

  async #restore() {
    const [recording] = await this.#database.recordings();
    if (!recording || this.#clip) return;
    this.show(recording.blob, null);
    await this.#database.deleteRecording(recording.id);
    notify(texts.recordingRestored);
  }

  // Starting and stopping

  /** Starts a recording that ends when the pointer is released, if that takes a while. */
  #pressed(event) {
    this.#isHeld = false;
    if (event.button !== 0 || this.#isRecording) return;
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

  #clicked(event) {
    const isRelease = this.#isHeld && event.detail !== 0;
    this.#isHeld = false;
    if (isRelease) return;
    if (this.#isRecording) this.#stop();
    else this.#start();
  }

  /** Returns "at once" if it records and nobody had to be asked. */
  async #start() {
    this.#explain("");
    if (!ClipRecorder.isSupported()) {
      return this.#explain(texts.recordingProblems[isSecureContext ? "unsupported" : "insecure"]);
    }
    const permission = await this.#recorder.permission();
    if (permission === "prompt") {
      const { microphoneTitle: title, microphoneText: text, allow: yes } = texts;
      if (!(await confirm({ title, text, yes }))) return;
    }
    this.#player.close();
    await this.#hold();
    await this.#recorder.start();
    return permission === "prompt" ? "asked" : "at once";
  }

  /** Ends the recording; so does the recorder itself, without a microphone or room. */
  #stop() {
    this.#stopping ??= this.#recorder.stop().then(async (recording) => {
      if (recording) await this.#keep(recording);
      this.#stopping = null;
    });
    return this.#stopping;
  }

  /** Turns a recording into the clip of the draft; only then are its chunks deleted. */
  async #keep({ blob, duration }) {
    this.show(blob, duration);
    await this.#storing;
    await this.#save(blob, duration);
    if (this.#recordingID) await this.#database.deleteRecording(this.#recordingID);
    this.#recordingID = null;
    this.#release();
    if (document.activeElement === document.body) this.#listen.focus();
  }

  #store({ recordingID, index, blob }) {
    this.#recordingID = recordingID;
    this.#storing = this.#database.appendChunk(recordingID, index, blob).catch(() => {});
  }

  /** Tells other tabs that this one records. */
  #hold() {
    return new Promise((resolve) => {
      this.#lock(() => {
        resolve();
        return new Promise((release) => (this.#release = release));
      }, { mode: "shared" }).catch(resolve);
    });
  }

  async #lock(action, options) {
    return navigator.locks ? navigator.locks.request(lockName, options, action) : action(true);
  }

  // What was recorded

  #pauseOrContinue() {
    if (this.#recorder.state === "recording") this.#recorder.pause();
    else this.#recorder.resume();
  }

  #play() {
    const { source } = this.#player;
    if (source?.blob === this.#clip) return this.#player.toggle();
    const { yourRecording: title } = texts;
    const clip = { id: "draft", title, artist: "", duration: this.#duration, blob: this.#clip };
    this.#player.play({ ...clip, url: null });
  }

  async #discardClip() {
    const { clip, duration } = await this.finish();
    this.clear();
    await this.#save(null);
    this.#button.focus();
    notify(texts.recordingDiscarded, () => {
      this.show(clip, duration);
      this.#listen.focus();
    });
  }

  // Showing

  #changed() {
    const { state, problem } = this.#recorder;
    if (problem) this.#explain(texts.recordingProblems[problem]);
    if (state === "failed") this.#release();
    if (state === "finished" && !this.#clip) this.#stop();
    this.#render();
  }

  #render() {
    const { state, level, seconds } = this.#recorder;
    const isRecording = this.#isRecording;
    this.#panel.hidden = !isRecording && !this.#clip;
    this.#panel.classList.toggle("live", state === "recording");
    this.#time.textContent = duration(isRecording ? seconds : this.#duration ?? 0);
    this.#meter.hidden = !isRecording;
    this.#meter.value = level;
    this.#pause.hidden = !isRecording;
    const isPaused = state === "paused";
    const pauseLabel = isPaused ? texts.continueRecording : texts.pauseRecording;
    setIcon(this.#pause, isPaused ? "record" : "pause", pauseLabel);
    this.#listen.hidden = isRecording || !this.#clip;
    this.#button.hidden = !isRecording && this.#clip !== null;
    this.#button.classList.toggle("live", isRecording);
    const label = isRecording ? texts.stopRecording : texts.record;
    setIcon(this.#button, isRecording ? "stop" : "record", label);
  }
}
