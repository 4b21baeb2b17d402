/**
 * A clip: its URL, and what the server knows about it. `duration` is in seconds.
 * @typedef {{url: string, mediaType: string, codec: string, duration: number, bytes: number,
 *   sha256: string}} Clip
 *
 * A chatt: a message, a clip, or both.
 * @typedef {{id: string, username: string, message: string|null, createdAt: Date,
 *   audio: Clip|null}} Chatt
 */

/**
 * Returns the chatt that a response of /v1 describes.
 * @returns {Chatt}
 */
export function chattFromJSON({ id, username, message, createdAt, audio }) {
  return Object.freeze({
    id,
    username,
    message: message ?? null,
    createdAt: new Date(createdAt),
    audio: audio ? Object.freeze({ ...audio }) : null,
  });
}

/** Compares two chatts by their time, then by their id, which is unique. */
export function compareChatts(one, other) {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : Number(one.id > other.id));
}
