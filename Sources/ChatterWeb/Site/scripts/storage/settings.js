/** What a browser remembers from visit to visit, in `localStorage` if it allows that. */
export class Settings {
  #storage;
  #memory = new Map();

  constructor({ storage = availableStorage() } = {}) {
    this.#storage = storage;
  }

  /** Returns the value of "username", "language", "rate", "volume" or "lastRead"; null if unset. */
  get(name) {
    return this.#memory.get(name) ?? this.#storage?.getItem(`chatter/${name}`) ?? null;
  }

  /** Remembers a value; forgets it for null. */
  set(name, value) {
    try {
      if (value === null) this.#storage?.removeItem(`chatter/${name}`);
      else this.#storage?.setItem(`chatter/${name}`, value);
      this.#memory.delete(name);
      if (this.#storage) return;
    } catch {
      // The storage is full: keep the value for this page.
    }
    this.#memory.set(name, value);
  }

  /** The token that deletes a chatt of this browser; null for those of others. */
  deleteToken(id) {
    return this.get(`token/${id}`);
  }

  setDeleteToken(id, token) {
    this.set(`token/${id}`, token);
  }
}

function availableStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
