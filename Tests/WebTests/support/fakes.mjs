/** Fakes of what a browser and a server offer, for tests of the modules below `scripts`. */

/** A chatt as JSON of /v1; the number gives its id and its time. */
export function chattJSON(number, changes = {}) {
  return {
    id: `01942485-5e23-7d27-9f0c-${String(number).padStart(12, "0")}`,
    username: "ann",
    message: `message ${number}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    audio: null,
    ...changes,
  };
}

/** A response as `fetch` returns it. */
export function response(status, body, headers = {}) {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

/** Resolves when the target dispatches an event that meets the condition. */
export function event(target, type, condition = () => true) {
  return new Promise((resolve) => {
    const listen = (event) => {
      if (!condition(event)) return;
      target.removeEventListener(type, listen);
      resolve(event);
    };
    target.addEventListener(type, listen);
  });
}

/** An `EventStream` that a test controls. */
export class FakeEventStream extends EventTarget {
  static all = [];
  isClosed = false;
  retryMilliseconds = null;

  constructor(position) {
    super();
    this.position = position;
    FakeEventStream.all.push(this);
  }

  static get latest() {
    return FakeEventStream.all.at(-1);
  }

  open() {
    this.onopen();
  }

  fail(error = null) {
    this.isClosed = true;
    this.onerror(error);
  }

  receive(type, data, lastEventId) {
    this.dispatchEvent(
      Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }),
    );
  }

  close() {
    this.isClosed = true;
  }
}
