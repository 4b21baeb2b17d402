import { Emitter } from "../model/emitter.js";
import { ClipEncoder, recordableType } from "./clip-encoder.js";

/**
 * Records clips with the microphone. Emits `change`, and `chunk` with `{recordingID, index, blob}`:
 * the chunks so far, in their order, are a playable file.
 */
export class ClipRecorder extends Emitter {
  static #warningSeconds = 15;
  #environment;
  #stream = null;
  #encoder = null;
  #meter = null;
  #chunks = [];
  #byteCount = 0;
  #recordingID = null;
  #wasAllowed = false;
  #ending = null;
  /** The milliseconds before the last pause, and when it ended. */
  #before = 0;
  #since = 0;
  /** @type {"idle"|"requesting"|"recording"|"paused"|"finished"|"failed"} */
  state = "idle";
  /** How loud the microphone is, from 0 to 1. */
  level = 0;
  /** Recordings end at these limits. */
  secondsMax = 3600;
  bytesMax = 30 * 2 ** 20;
  /** @type {null|"denied"|"no-microphone"|"interrupted"|"full"} */
  problem = null;

  constructor({
    navigator = globalThis.navigator,
    makeEncoder = (stream, onbytes) => new ClipEncoder(stream, onbytes),
    makeMeter = (stream, onlevel) => new LevelMeter(stream, onlevel),
    now = () => performance.now(),
  } = {}) {
    super();
    this.#environment = { navigator, makeEncoder, makeMeter, now };
  }

  /** Whether the browser can record; on pages without https, it cannot. */
  static isSupported() {
    return Boolean(navigator.mediaDevices?.getUserMedia && recordableType());
  }

  get isRunning() {
    return this.state === "recording" || this.state === "paused";
  }

  /** Whether the recording ends within 15 seconds, because it is as long or large as allowed. */
  get isNearlyFull() {
    const { seconds } = this;
    if (!this.isRunning || seconds === 0) return false;
    const secondsForBytes = ((this.bytesMax - this.#byteCount) / this.#byteCount) * seconds;
    return Math.min(this.secondsMax - seconds, secondsForBytes) < ClipRecorder.#warningSeconds;
  }

  /** The length of the recording, without pauses. */
  get seconds() {
    const running = this.state === "recording" ? this.#environment.now() - this.#since : 0;
    return (this.#before + running) / 1000;
  }

  /** Returns "prompt" if the browser will ask whether this page may use the microphone. */
  async permission() {
    if (this.#wasAllowed) return "granted";
    try {
      const { permissions } = this.#environment.navigator;
      return (await permissions.query({ name: "microphone" })).state;
    } catch {
      return "prompt";
    }
  }

  /** Returns once it records, or has failed. */
  async start() {
    if (this.isRunning || this.state === "requesting") return;
    const { navigator, makeEncoder, makeMeter, now } = this.#environment;
    this.problem = null;
    this.#chunks = [];
    this.#byteCount = 0;
    this.#before = 0;
    this.#recordingID = crypto.randomUUID();
    this.#enter("requesting");
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
      if (this.state !== "requesting") return this.#release();
      this.#wasAllowed = true;
      this.#encoder = makeEncoder(this.#stream, (bytes) => this.#receive(bytes));
      this.#meter = makeMeter(this.#stream, (level) => this.#measured(level));
    } catch ({ name }) {
      this.#release();
      this.problem = name === "NotAllowedError" ? "denied" : "no-microphone";
      return this.#enter("failed");
    }
    for (const track of this.#stream.getTracks()) track.onended = () => this.#end("interrupted");
    this.#since = now();
    this.#enter("recording");
  }

  pause() {
    if (this.state !== "recording") return;
    this.#encoder.pause();
    this.#before = this.seconds * 1000;
    this.#enter("paused");
  }

  resume() {
    if (this.state !== "paused") return;
    this.#encoder.resume();
    this.#since = this.#environment.now();
    this.#enter("recording");
  }

  /**
   * Returns the recording; null if there is none. Repeated calls return the same.
   * @returns {Promise<{blob: Blob, duration: number}|null>}
   */
  async stop() {
    if (this.state === "requesting") this.#enter("idle");
    if (this.isRunning) await this.#end(null);
    if (this.state !== "finished" || this.#chunks.length === 0) return null;
    return { blob: new Blob(this.#chunks, { type: "audio/mp4" }), duration: this.seconds };
  }

  /** Ends a recording once. */
  #end(problem) {
    this.#ending ??= this.#finish(problem).finally(() => (this.#ending = null));
    return this.#ending;
  }

  async #finish(problem) {
    const { seconds } = this;
    await this.#encoder.stop();
    this.#release();
    this.#before = seconds * 1000;
    this.problem = problem;
    this.#enter("finished");
  }

  #receive(bytes) {
    const blob = new Blob([bytes], { type: "audio/mp4" });
    const index = this.#chunks.push(blob) - 1;
    this.#byteCount += blob.size;
    this.emit("chunk", { recordingID: this.#recordingID, index, blob });
    if (this.#byteCount >= this.bytesMax) this.#end("full");
  }

  #measured(level) {
    this.level = this.state === "recording" ? level : 0;
    this.emit("change");
    if (this.seconds >= this.secondsMax) this.#end("full");
  }

  #release() {
    this.#meter?.stop();
    this.#meter = null;
    for (const track of this.#stream?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    this.#stream = null;
    this.level = 0;
  }

  #enter(state) {
    this.state = state;
    this.emit("change");
  }
}

/** Measures how loud a microphone is, some times a second. */
class LevelMeter {
  static #milliseconds = 80;
  static #decibelsMin = -60;
  #context;
  #timer;

  /** @param {(level: number) => void} onlevel receives 0 for silence, 1 for the loudest sound */
  constructor(stream, onlevel, { AudioContext = globalThis.AudioContext } = {}) {
    this.#context = new AudioContext();
    const analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
      // Proportional to decibels, as hearing is.
      onlevel(Math.max(0, 1 - (20 * Math.log10(peak)) / LevelMeter.#decibelsMin));
    }, LevelMeter.#milliseconds);
  }

  stop() {
    clearInterval(this.#timer);
    this.#context.close();
  }
}
