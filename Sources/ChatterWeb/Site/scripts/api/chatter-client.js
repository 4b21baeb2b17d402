import { chattFromJSON } from "../model/chatt.js";

/** The server was not reached: the same request may be repeated. */
export class NetworkError extends Error {}

/** The server refused a request; the message says what to change (RFC 9457). */
export class ProblemError extends Error {
  constructor(status, { detail, title } = {}, retryAfter = null) {
    super(detail ?? title ?? `status ${status}`);
    this.status = status;
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

  constructor({ fetch = (...request) => globalThis.fetch(...request) } = {}) {
    this.#fetch = fetch;
  }

  /**
   * Returns a page, newest chatt first.
   * @param {{before?: string, q?: string, limit?: number}} query
   */
  async page(query = {}) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value);
    const { chatts, next } = await this.#json(`/v1/chatts?${parameters}`);
    return { chatts: chatts.map(chattFromJSON), next };
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

  /** Deletes a chatt with the token that its post returned. */
  async delete(id, token) {
    const headers = { Authorization: `Bearer ${token}` };
    await this.#send(`/v1/chatts/${id}`, { method: "DELETE", headers });
  }

  /** Returns the server's limits and features. */
  server() {
    return this.#json("/v1/server");
  }

  async #json(path, options) {
    const response = await this.#send(path, options);
    try {
      return await response.json();
    } catch (error) {
      throw new NetworkError("incomplete response", { cause: error });
    }
  }

  async #send(path, options) {
    const signal = AbortSignal.timeout(ChatterClient.#timeoutSeconds * 1000);
    let response;
    try {
      response = await this.#fetch(path, { ...options, credentials: "omit", signal });
    } catch (error) {
      throw new NetworkError("the server cannot be reached", { cause: error });
    }
    if (response.ok) return response;
    const seconds = Number(response.headers.get("Retry-After"));
    const problem = await response.json().catch(() => ({}));
    throw new ProblemError(response.status, problem, seconds > 0 ? seconds : null);
  }
}
