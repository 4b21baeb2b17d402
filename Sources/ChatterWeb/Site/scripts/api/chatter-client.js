import { chattFromJSON } from "../model/chatt.js";

/** The server was not reached: the same request may be repeated. */
export class NetworkError extends Error {}

/** The server refused a request; the message says what to change (RFC 9457). */
export class ProblemError extends Error {
  constructor(status, { detail, title, code } = {}, retryAfter = null) {
    super(detail ?? title ?? `status ${status}`);
    this.status = status;
    /** The stable word for the cause, such as "token-expired"; null if the server has none. */
    this.code = code ?? null;
    /** When to try again, in seconds; null if the server does not say. */
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later. */
  get isTemporary() {
    return [408, 425, 429, 500, 502, 503, 504, 507].includes(this.status);
  }
}

/** The calls of /v1. */
export class ChatterClient {
  /** A clip of 32 MiB takes as long as that over 1 Mbit/s. */
  static #timeoutSeconds = 300;
  #fetch;
  /** The token that is sent with each call; null without one. */
  token = null;
  /** Called with the token, or null, when the server does not accept it. */
  onDenied = () => {};

  constructor({ fetch = (...request) => globalThis.fetch(...request) } = {}) {
    this.#fetch = fetch;
  }

  /**
   * Returns a page, newest chatt first.
   * @param {{before?: string, q?: string, limit?: number, audio?: boolean}} query
   */
  async page(query = {}) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value);
    const { chatts, next } = await this.#json(`/v1/chatts?${parameters}`);
    return { chatts: chatts.map(chattFromJSON), next };
  }

  /** Returns one chatt. */
  async chatt(id) {
    return chattFromJSON(await this.#json(`/v1/chatts/${encodeURIComponent(id)}`));
  }

  /** Posts a chatt: once, however often it is sent with the same key. */
  async post({ key, username, message, clip }) {
    const headers = { "Idempotency-Key": key };
    let body;
    if (clip) {
      body = new FormData();
      body.set("username", username);
      if (message) body.set("message", message);
      body.set("audio", clip, "clip.m4a");
    } else {
      body = JSON.stringify({ username, message });
      headers["Content-Type"] = "application/json";
    }
    const json = await this.#json("/v1/chatts", { method: "POST", headers, body });
    return { chatt: chattFromJSON(json), deleteToken: json.deleteToken };
  }

  /** Deletes a chatt with the token that its post returned, or with that of its author. */
  async delete(id, token) {
    await this.#send(`/v1/chatts/${id}`, { method: "DELETE" }, token ?? this.token);
  }

  /** Returns the server's limits and features, and the user of a token, `you`. */
  server(token) {
    return this.#json("/v1/server", {}, token);
  }

  /** Returns the response whose body is the events since a position, or from now on. */
  events(position, signal) {
    const query = position ? `?${new URLSearchParams({ since: position })}` : "";
    return this.#send(`/v1/events${query}`, { headers: { Accept: "text/event-stream" }, signal });
  }

  /** Returns the file of a clip. */
  async clip(url) {
    // Any other URL may be that of another origin, to which the token must not go.
    if (!url.startsWith("/v1/")) throw new NetworkError("not a clip of this server");
    return read(await this.#send(url), "blob");
  }

  async #json(path, options, token) {
    return read(await this.#send(path, options, token), "json");
  }

  async #send(path, { headers, ...options } = {}, token = this.token) {
    const request = { credentials: "omit", ...options, headers: { ...headers } };
    request.signal ??= AbortSignal.timeout(ChatterClient.#timeoutSeconds * 1000);
    if (token) {
      request.headers.Authorization = `Bearer ${token}`;
      // What only its holder may read must not stay in the browser after signing out.
      request.cache = "no-store";
    }
    let response;
    try {
      response = await this.#fetch(path, request);
    } catch (error) {
      throw new NetworkError("the server cannot be reached", { cause: error });
    }
    if (response.ok) return response;
    if (response.status === 401 && token === this.token) this.onDenied(token);
    const seconds = Number(response.headers.get("Retry-After"));
    const problem = await response.json().catch(() => ({}));
    throw new ProblemError(response.status, problem, seconds > 0 ? seconds : null);
  }
}

/** Returns the whole body, as "json" or "blob". */
async function read(response, kind) {
  try {
    return await response[kind]();
  } catch (error) {
    throw new NetworkError("incomplete response", { cause: error });
  }
}
