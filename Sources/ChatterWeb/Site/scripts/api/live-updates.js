import { chattFromJSON } from "../model/chatt.js";
import { Emitter } from "../model/emitter.js";

/**
 * The events of /v1, for as long as the page is open: `chatt` with a chatt, `delete` with an id,
 * `reset`, and `state`.
 *
 * `EventSource` connects again by itself, except after a response that is not a stream; then this
 * does, from the last position it has seen.
 */
export class LiveUpdates extends Emitter {
  static #delaySecondsMax = 30;
  #EventSource;
  #window;
  #source = null;
  #position = null;
  #delaySeconds = 1;
  #timer;
  /** @type {"connecting"|"live"|"offline"} */
  state = "connecting";

  constructor({ EventSource = globalThis.EventSource, window = globalThis } = {}) {
    super();
    this.#EventSource = EventSource;
    this.#window = window;
  }

  start() {
    // When the network is back, this does not wait for the next attempt.
    this.#window.addEventListener("online", () => this.#open());
    this.#window.addEventListener("offline", () => {
      this.#close();
      this.#enter("offline");
    });
    this.#open();
  }

  #open() {
    this.#close();
    const query = this.#position ? `?${new URLSearchParams({ since: this.#position })}` : "";
    const source = new this.#EventSource(`/v1/events${query}`);
    this.#source = source;
    source.onopen = () => {
      this.#delaySeconds = 1;
      this.#enter("live");
    };
    source.onerror = () => {
      this.#enter("offline");
      if (source.readyState === 2) this.#openLater();
    };
    const listen = (type, detail) =>
      source.addEventListener(type, ({ data, lastEventId }) => {
        this.#position = lastEventId || null;
        this.emit(type, detail(JSON.parse(data)));
      });
    listen("chatt", chattFromJSON);
    listen("delete", ({ id }) => id);
    listen("reset", () => null);
  }

  #openLater() {
    this.#close();
    this.#timer = setTimeout(() => this.#open(), this.#delaySeconds * 1000);
    this.#delaySeconds = Math.min(2 * this.#delaySeconds, LiveUpdates.#delaySecondsMax);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.emit("state");
  }
}
