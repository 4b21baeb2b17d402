/**
 * Returns the chatt that a response of /v1 describes: with a message, a clip, or both.
 * @returns {{id: string, username: string, message: string|null, createdAt: Date,
 *   audio: {url: string, duration: number, sha256: string}|null}}
 */
export function chattFromJSON({ id, username, message, createdAt, audio }) {
  return { id, username, message, createdAt: new Date(createdAt), audio };
}

/** Compares two chatts by their time, then by their id, which is unique. */
export function compareChatts(one, other) {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : Number(one.id > other.id));
}
