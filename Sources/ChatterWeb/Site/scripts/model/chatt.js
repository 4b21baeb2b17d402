/**
 * A chatt: a message, a clip, or both. The duration of a clip is in seconds.
 * @typedef {{id: string, username: string, message: string|null, createdAt: Date,
 *   audio: {url: string, duration: number, bytes: number, sha256: string}|null}} Chatt
 */

/** Returns the chatt that a response of /v1 describes. */
export function chattFromJSON({ id, username, message, createdAt, audio }) {
  return { id, username, message, createdAt: new Date(createdAt), audio };
}
