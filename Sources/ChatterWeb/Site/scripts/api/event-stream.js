import { EventParser } from "./event-parser.js";

/**
 * One connection to the events of /v1. It is like an `EventSource`, which cannot send a token, but
 * does not connect again: `onerror` is called once, with the error or null, when it has ended.
 */
export class EventStream extends EventTarget {
  #abort = new AbortController();
  onopen = () => {};
  onerror = () => {};
  /** How long the server wants clients to wait before they connect again; null if not said. */
  retryMilliseconds = null;

  /** @param {(signal: AbortSignal) => Promise<Response>} open sends the request */
  constructor(open) {
    super();
    this.#run(open);
  }

  /** Ends the connection; nothing is called after it. */
  close() {
    this.#abort.abort();
  }

  async #run(open) {
    const { signal } = this.#abort;
    const error = await this.#read(open, signal).catch((caught) => caught);
    if (signal.aborted) return;
    this.close();
    this.onerror(error);
  }

  async #read(open, signal) {
    const response = await open(signal);
    if (signal.aborted) return null;
    this.onopen();
    const parser = new EventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      for (const { type, ...fields } of parser.parse(value)) {
        if (signal.aborted) return null;
        this.dispatchEvent(Object.assign(new Event(type), fields));
      }
      this.retryMilliseconds = parser.retryMilliseconds;
    }
  }
}
