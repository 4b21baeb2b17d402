import { Emitter } from "../model/emitter.js";
import { PlayQueue } from "./play-queue.js";
import { nextState } from "./player-state.js";
import { PlayerUIState } from "./player-ui-state.js";

/**
 * A clip that can be played: a URL of the server, or the bytes themselves.
 * @typedef {{id: string, url: string|null, blob?: Blob|null, title: string, artist: string,
 *   duration: number|null, sha256?: string}} Source
 */

/**
 * Plays one clip at a time, and those of its queue one after the other. Emits `change`. Times are
 * in seconds.
 */
export class ClipPlayer extends Emitter {
  static #rateMin = 0.5;
  static #rateMax = 3;
  /** After this, "previous" means the beginning of the clip. */
  static #restartSeconds = 3;

  #element;
  #queue = new PlayQueue();
  #objectURL = null;
  #fetchClip;
  /** @type {import("./player-state.js").PlayerState} */
  state = { kind: "start", mode: "play" };
  ui = new PlayerUIState();
  /** Why the clip is not played. @type {null|"network"|"decode"|"unsupported"|"blocked"} */
  problem = null;

  /**
   * @param {((url: string) => Promise<Blob>)|null} options.fetchClip loads the files of clips that
   * an element cannot load, as it sends no token; returns null for those that it can
   */
  constructor({ element = new Audio(), rate = 1, volume = 1, fetchClip = () => null } = {}) {
    super();
    this.#fetchClip = fetchClip;
    this.#element = element;
    element.preservesPitch = true;
    this.setRate(rate);
    this.setVolume(volume);
    element.ontimeupdate = element.onseeked = element.ondurationchange = () => this.emit("change");
    element.onended = () => this.#ended();
    element.onerror = () => this.#failed();
    // The browser pauses it for a call, headphones play it: the state follows.
    element.onpause = () => this.#follow("playing");
    element.onplay = () => this.#follow("paused");
  }

  /** @returns {Source|null} */
  get source() {
    return this.#queue.current;
  }
  /** The clips to come. */
  get queue() {
    return this.#queue.upcoming;
  }
  get hasPrevious() {
    return this.#queue.hasPrevious;
  }
  get position() {
    return this.#element.currentTime;
  }
  get duration() {
    // While it loads a clip in fragments, Firefox has only the duration of what it has loaded.
    const { duration } = this.#element;
    return Math.max(this.source?.duration ?? 0, Number.isFinite(duration) ? duration : 0);
  }
  get rate() {
    return this.#element.defaultPlaybackRate;
  }
  get volume() {
    return this.#element.volume;
  }
  get repeat() {
    return this.#element.loop;
  }

  /** Plays one clip. */
  play(source) {
    this.#queue.replace([source]);
    this.#open();
  }

  /** Plays clips in their order, then those that `append` adds. */
  playAll(sources) {
    if (sources.length === 0) return;
    this.#queue.replace(sources, { isEndless: true });
    this.#open();
  }

  /** Adds a clip that has arrived to those of `playAll`. */
  append(source) {
    this.#queue.append(source);
    this.emit("change");
  }

  /** Pauses, or plays from where it is. */
  toggle() {
    // An element that has failed needs its source again.
    if (this.problem && this.problem !== "blocked") return this.#open();
    if (!this.#enter("playTapped")) return;
    if (this.state.kind === "playing") this.#run();
    else this.#element.pause();
  }

  pause() {
    if (this.state.kind === "playing") this.toggle();
  }

  /** Ends playing, and forgets the clips. */
  close() {
    this.#queue.replace([]);
    this.#unload();
    this.#enter("doneTapped");
  }

  seek(seconds) {
    this.#element.currentTime = Math.min(Math.max(0, seconds), this.duration);
    this.emit("change");
  }

  /** Seeks by seconds, back if they are negative. */
  skip(seconds) {
    this.seek(this.position + seconds);
  }

  next() {
    if (this.#queue.next()) this.#open();
  }

  /** Goes to the beginning of the clip; to the previous clip if it has only begun. */
  previous() {
    if (this.position > ClipPlayer.#restartSeconds || !this.#queue.previous()) this.seek(0);
    else this.#open();
  }

  /** @param {number} rate from 0.5 to 3; the pitch stays */
  setRate(rate) {
    const allowed = Math.min(Math.max(rate || 1, ClipPlayer.#rateMin), ClipPlayer.#rateMax);
    this.#element.defaultPlaybackRate = allowed;
    this.#element.playbackRate = allowed;
    this.emit("change");
  }

  /** @param {number} volume from 0 to 1 */
  setVolume(volume) {
    this.#element.volume = Math.min(Math.max(volume, 0), 1);
    this.emit("change");
  }

  /** Whether a clip begins again at its end. */
  setRepeat(isOn) {
    this.#element.loop = isOn;
    this.emit("change");
  }

  /** Plays the current clip of the queue from its beginning. */
  #open() {
    this.#unload();
    const { source } = this;
    const loading = source.blob ? null : this.#fetchClip(source.url);
    if (!loading) return this.#begin(source.blob);
    this.emit("change");
    loading.then(
      (blob) => source === this.source && this.#begin(blob),
      () => source === this.source && this.#fail("network"),
    );
  }

  /** Plays the file of the current clip; without one, the element loads it. */
  #begin(blob = null) {
    if (blob) this.#objectURL = URL.createObjectURL(blob);
    this.#element.src = this.#objectURL ?? this.source.url;
    this.state = { kind: "start", mode: "play" };
    this.ui.propagate(this.state);
    this.toggle();
  }

  #unload() {
    this.problem = null;
    this.state = { kind: "start", mode: "play" };
    this.#element.pause();
    this.#element.removeAttribute("src");
    this.#element.load();
    if (this.#objectURL) URL.revokeObjectURL(this.#objectURL);
    this.#objectURL = null;
  }

  async #run() {
    const { source } = this;
    this.problem = null;
    try {
      await this.#element.play();
    } catch ({ name }) {
      // What was paused or replaced meanwhile is no failure; the element reports its own.
      if (name !== "NotAllowedError" || source !== this.source) return;
      this.problem = "blocked";
      this.#follow("playing");
    }
  }

  #ended() {
    if (this.state.kind !== "playing") return;
    if (this.#queue.next()) this.#open();
    else this.#enter("stopTapped");
  }

  #failed() {
    // Without a source, the element has been emptied.
    if (!this.source) return;
    const codes = { 2: "network", 3: "decode", 4: "unsupported" };
    this.#fail(codes[this.#element.error?.code] ?? "network");
  }

  #fail(problem) {
    this.problem = problem;
    if (!this.#enter("failed")) this.emit("change");
  }

  /** Does what the element did by itself, if the state still is another. */
  #follow(kind) {
    const isOutdated = this.#element.ended || this.#element.paused !== (kind === "playing");
    if (this.state.kind === kind && !isOutdated) this.#enter("playTapped");
  }

  /** Returns whether the event is valid. */
  #enter(event) {
    const state = nextState(this.state, event);
    if (!state) return false;
    this.state = state;
    this.ui.propagate(state);
    this.emit("change");
    return true;
  }
}
