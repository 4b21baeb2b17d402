import { canEncode, makeEncoder } from "./clip-encoder.js";
import { LevelMeter } from "./level-meter.js";

/**
 * Records clips with the microphone.
 *
 * Dispatches `change`, and `chunk` with `{recordingID, index, blob}`: the chunks so far, in their
 * order, are a playable file.
 */
export class ClipRecorder extends EventTarget {
  #environment;
  #stream = null;
  #context = null;
  #encoder = null;
  #meter = null;
  #chunks = [];
  #recordingID = null;
  #wasAllowed = false;
  /** The seconds before the last pause, and when it ended. */
  #before = 0;
  #since = 0;
  /** @type {"idle"|"requesting"|"recording"|"paused"|"finished"|"failed"} */
  state = "idle";
  /** How loud the microphone is, from 0 to 1. */
  level = 0;
  /** Recordings end after this. */
  secondsMax = 3600;
  /** @type {null|"denied"|"no-microphone"|"interrupted"|"full"} */
  problem = null;

  constructor({
    devices = globalThis.navigator?.mediaDevices,
    permissions = globalThis.navigator?.permissions,
    AudioContext = globalThis.AudioContext,
    encoder = makeEncoder,
    now = () => performance.now(),
  } = {}) {
    super();
    this.#environment = { devices, permissions, AudioContext, encoder, now };
  }

  /** Whether the browser can record; on pages without https, it cannot. */
  static isSupported() {
    return Boolean(navigator.mediaDevices?.getUserMedia) && canEncode();
  }

  /** The length of the recording. */
  get seconds() {
    const running = this.state === "recording" ? this.#environment.now() - this.#since : 0;
    return (this.#before + running) / 1000;
  }

  /** Whether the browser will ask before it lets this page use the microphone. */
  async permission() {
    if (this.#wasAllowed) return "granted";
    try {
      return (await this.#environment.permissions.query({ name: "microphone" })).state;
    } catch {
      return "prompt";
    }
  }

  async start() {
    if (!["idle", "finished", "failed"].includes(this.state)) return;
    const { devices, AudioContext, encoder, now } = this.#environment;
    this.problem = null;
    this.#enter("requesting");
    try {
      this.#stream = await devices.getUserMedia({ audio: true });
      if (this.state !== "requesting") return this.#release();
      this.#wasAllowed = true;
      this.#context = new AudioContext({ sampleRate: 48000 });
      await this.#context.resume();
      const source = this.#context.createMediaStreamSource(this.#stream);
      this.#chunks = [];
      this.#recordingID = crypto.randomUUID();
      this.#encoder = encoder(this.#stream, source, (blob) => this.#receive(blob));
      await this.#encoder.start();
      this.#meter = new LevelMeter(source, (level) => this.#measured(level));
    } catch (error) {
      this.#release();
      this.problem = error.name === "NotAllowedError" ? "denied" : "no-microphone";
      return this.#enter("failed");
    }
    for (const track of this.#stream.getTracks()) track.onended = () => this.#end("interrupted");
    this.#before = 0;
    this.#since = now();
    this.#enter("recording");
  }

  pause() {
    if (this.state !== "recording") return;
    this.#encoder.pause();
    this.#before = this.seconds * 1000;
    this.level = 0;
    this.#enter("paused");
  }

  resume() {
    if (this.state !== "paused") return;
    this.#encoder.resume();
    this.#since = this.#environment.now();
    this.#enter("recording");
  }

  /** Returns the recording; null if there is none. Repeated calls return the same. */
  async stop() {
    if (this.state === "requesting") this.cancel();
    if (["recording", "paused"].includes(this.state)) await this.#end(null);
    if (this.state !== "finished" || this.#chunks.length === 0) return null;
    return { blob: new Blob(this.#chunks, { type: "audio/mp4" }), duration: this.seconds };
  }

  /** Ends the recording without a clip. */
  cancel() {
    this.#release();
    this.#chunks = [];
    this.#enter("idle");
  }

  #ending = null;

  #end(problem) {
    this.#ending ??= (async () => {
      this.#before = this.seconds * 1000;
      this.#since = this.#environment.now();
      await this.#encoder.stop();
      this.#release();
      this.#ending = null;
      this.problem = problem;
      this.level = 0;
      this.#since = this.#environment.now();
      this.#enter("finished");
    })();
    return this.#ending;
  }

  #receive(blob) {
    const index = this.#chunks.push(blob) - 1;
    this.#dispatch("chunk", { recordingID: this.#recordingID, index, blob });
  }

  #measured(level) {
    this.level = this.state === "recording" ? level : 0;
    this.#dispatch("change");
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
    this.#context?.close();
    this.#context = null;
  }

  #enter(state) {
    this.state = state;
    this.#dispatch("change");
  }

  #dispatch(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}
