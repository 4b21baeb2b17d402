import { Emitter } from "../model/emitter.js";
import { PlayQueue } from "./play-queue.js";
import { nextState } from "./player-state.js";

/**
 * A clip that can be played: a URL of the server, or the bytes themselves.
 * @typedef {{id: string, url: string|null, blob?: Blob|null, title: string, artist: string,
 *   duration: number|null, sha256?: string}} Source
 */

/**
 * Plays one clip at a time, and those of its queue one after the other. Emits `change`, `heard` with
 * a source that was played nearly to its end, and `skipped` with one that `playAll` could not play.
 * Times are in seconds.
 */
export class ClipPlayer extends Emitter {
  static #rateMin = 0.5;
  static #rateMax = 3;
  /** After this, "previous" means the beginning of the clip. */
  static #restartSeconds = 3;
  /** A clip of which this part was played counts as heard. */
  static #heardPart = 0.9;

  #element;
  #queue = new PlayQueue();
  #objectURL = null;
  #fetchClip;
  #following;
  #place;
  /** Where the clip begins that is being loaded, if the person has chosen it. */
  #startAt = null;
  /** Whether the clip that is being loaded was paused already. */
  #isHeld = false;
  /** @type {import("./player-state.js").PlayerState} */
  state = { kind: "start", mode: "play" };
  /** Why the clip is not played. @type {null|"network"|"gone"|"decode"|"unsupported"|"blocked"} */
  problem = null;

  /**
   * @param {(url: string) => Promise<Blob>} options.fetchClip loads the file of a clip
   * @param {(source: Source) => Source|null} options.following returns what is played after the end
   * of the queue; null for nothing
   * @param {(source: Source) => number} options.place returns where a clip begins
   */
  constructor({
    element = new Audio(), rate = 1, volume = 1, fetchClip, following = () => null,
    place = () => 0,
  } = {}) {
    super();
    this.#fetchClip = fetchClip;
    this.#following = following;
    this.#place = place;
    this.#element = element;
    element.preservesPitch = true;
    this.setRate(rate);
    this.setVolume(volume);
    element.onseeked = element.ondurationchange = () => this.emit("change");
    element.ontimeupdate = () => this.#moved();
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
  /** Whether the file of the clip is not there yet. */
  get isLoading() {
    return this.source !== null && this.#objectURL === null && this.problem === null;
  }

  /** Lets Safari play later what is not known yet: it must be called for a press. */
  prime() {
    if (!this.source) this.#element.load();
  }

  /** Whether several clips are played one after the other. */
  get isQueue() {
    return this.#queue.isEndless;
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

  /** Removes a clip that was deleted; if it is played, the next one follows. */
  remove(id) {
    if (!this.#queue.remove(id)) return this.emit("change");
    if (this.#queue.next()) this.#open();
    else this.close();
  }

  /** Pauses, or plays from where it is. */
  toggle() {
    // An element that has failed needs its source again.
    if (this.problem && this.problem !== "blocked") return this.#open();
    if (this.isLoading) {
      this.#isHeld = !this.#isHeld;
      return this.emit("change");
    }
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
    if (this.isLoading) this.#startAt = seconds;
    else this.#element.currentTime = Math.min(Math.max(0, seconds), this.duration);
    this.emit("change");
  }

  /** Seeks by seconds, back if they are negative. */
  skip(seconds) {
    this.seek(this.position + seconds);
  }

  next() {
    if (this.#advance()) this.#open();
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
    this.#isHeld = false;
    this.#startAt = null;
    const { source } = this;
    if (source.blob) return this.#begin(source.blob);
    this.emit("change");
    this.#fetchClip(source.url).then(
      (blob) => source === this.source && this.#begin(blob),
      ({ status }) => source === this.source && this.#fail(status === 404 ? "gone" : "network"),
    );
  }

  /** Plays the file of the current clip. */
  #begin(blob) {
    this.#objectURL = URL.createObjectURL(blob);
    this.#element.src = this.#objectURL;
    const place = this.#startAt ?? this.#place(this.source);
    if (place > 0) this.#element.currentTime = place;
    this.state = { kind: "start", mode: "play" };
    if (this.#isHeld) this.emit("change");
    else this.toggle();
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

  #moved() {
    const { source, position, duration } = this;
    if (source && position >= duration * ClipPlayer.#heardPart) this.emit("heard", source);
    this.emit("change");
  }

  #ended() {
    if (this.state.kind !== "playing") return;
    this.emit("heard", this.source);
    if (this.#advance()) this.#open();
    else this.#enter("stopTapped");
  }

  /** Goes to the next clip of the queue, or to what follows it; returns whether there is one. */
  #advance() {
    if (this.#queue.next()) return true;
    const following = this.#queue.isEndless ? null : this.#following(this.source);
    if (following) this.#queue.follow(following);
    return Boolean(following && this.#queue.next());
  }

  #failed() {
    // Without a source, the element has been emptied.
    if (!this.source) return;
    const codes = { 2: "network", 3: "decode", 4: "unsupported" };
    this.#fail(codes[this.#element.error?.code] ?? "network");
  }

  #fail(problem) {
    // A clip that nobody can play does not end the others; without a network, none can be played.
    if (this.#queue.isEndless && problem !== "network") {
      this.emit("skipped", this.source);
      if (this.#queue.next()) return this.#open();
    }
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
    this.emit("change");
    return true;
  }
}
