import { chattFromJSON } from "../model/chatt.js";
import { Emitter } from "../model/emitter.js";
import { EventStream } from "./event-stream.js";

/**
 * The events of /v1, for as long as the page is open: `chatt` with a chatt, `delete` with an id,
 * `reset`, and `state`. After the end of a connection it connects again, from the last position
 * that it has seen; without a token that the server accepts, it waits for one.
 */
export class LiveUpdates extends Emitter {
  static #delaySecondsMax = 10;
  #connect;
  #window;
  #source = null;
  #position = null;
  #delaySeconds = 1;
  #timer;
  /** @type {"connecting"|"live"|"offline"|"denied"} */
  state = "connecting";

  constructor({ client, window = globalThis, connect }) {
    super();
    this.#connect = connect
      ?? ((position) => new EventStream((signal) => client.events(position, signal)));
    this.#window = window;
  }

  start() {
    // When the network is back, this does not wait for the next attempt.
    this.#window.addEventListener("online", () => this.open());
    this.#window.addEventListener("offline", () => {
      this.#close();
      this.#enter("offline");
    });
    this.open();
  }

  /** Connects now. */
  open() {
    this.#close();
    const source = this.#connect(this.#position);
    this.#source = source;
    source.onopen = () => {
      this.#delaySeconds = 1;
      this.#enter("live");
    };
    source.onerror = (error) => {
      const isDenied = error?.status === 401;
      this.#enter(isDenied ? "denied" : "offline");
      if (!isDenied) this.#openLater((source.retryMilliseconds ?? 0) / 1000);
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

  #openLater(minimumSeconds) {
    this.#close();
    const seconds = Math.max(this.#delaySeconds, minimumSeconds);
    const delay = Math.min(seconds, LiveUpdates.#delaySecondsMax) * 1000;
    this.#timer = setTimeout(() => this.open(), delay);
    this.#delaySeconds = Math.min(2 * this.#delaySeconds, LiveUpdates.#delaySecondsMax);
  }

  /** Ends the connection, and forgets its position. */
  stop() {
    this.#close();
    this.#position = null;
    this.#enter("denied");
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
