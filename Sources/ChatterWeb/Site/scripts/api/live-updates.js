import { chattFromJSON } from "../model/chatt.js";

/**
 * The stream of events of /v1, for as long as the page is open.
 *
 * `EventSource` connects again by itself and continues at its position, except after a response
 * that is not a stream; then this does, from the last position it has seen.
 *
 * Dispatches `chatt` with a chatt, `delete` with an id, `reset`, and `state`.
 */
export class LiveUpdates extends EventTarget {
  static #delaySecondsMax = 30;

  #EventSource;
  #window;
  #source = null;
  #position = null;
  #delaySeconds = 1;
  #timer = null;
  /** @type {"connecting"|"live"|"offline"} */
  state = "connecting";

  constructor({ EventSource = globalThis.EventSource, window = globalThis } = {}) {
    super();
    this.#EventSource = EventSource;
    this.#window = window;
  }

  start() {
    this.#window.addEventListener?.("online", this.#reconnect);
    this.#window.addEventListener?.("offline", this.#disconnect);
    this.#open();
  }

  stop() {
    this.#window.removeEventListener?.("online", this.#reconnect);
    this.#window.removeEventListener?.("offline", this.#disconnect);
    this.#close();
  }

  /** Does not wait for the next attempt when the network is back. */
  #reconnect = () => {
    this.#delaySeconds = 1;
    this.#open();
  };

  #disconnect = () => {
    this.#close();
    this.#enter("offline");
  };

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
    source.addEventListener("chatt", ({ data, lastEventId }) => {
      this.#position = lastEventId;
      this.#dispatch("chatt", chattFromJSON(JSON.parse(data)));
    });
    source.addEventListener("delete", ({ data, lastEventId }) => {
      this.#position = lastEventId;
      this.#dispatch("delete", JSON.parse(data).id);
    });
    source.addEventListener("reset", ({ lastEventId }) => {
      this.#position = lastEventId || null;
      this.#dispatch("reset");
    });
  }

  #openLater() {
    this.#close();
    this.#timer = setTimeout(() => this.#open(), this.#delaySeconds * 1000);
    this.#delaySeconds = Math.min(2 * this.#delaySeconds, LiveUpdates.#delaySecondsMax);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.#dispatch("state");
  }

  #dispatch(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
  }
}
