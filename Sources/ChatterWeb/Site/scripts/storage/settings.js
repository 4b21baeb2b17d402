/**
 * What a browser remembers from visit to visit, in `localStorage`. Where the browser forbids that,
 * settings last as long as the page.
 */
export class Settings {
  #storage;
  #memory = new Map();

  constructor({ storage = availableStorage() } = {}) {
    this.#storage = storage;
  }

  get username() {
    return this.#get("username") ?? "";
  }
  set username(name) {
    this.#set("username", name);
  }

  /** The chosen language; null for that of the browser. */
  get language() {
    return this.#get("language");
  }
  set language(code) {
    this.#set("language", code);
  }

  get rate() {
    return Number(this.#get("rate") ?? 1);
  }
  set rate(rate) {
    this.#set("rate", String(rate));
  }

  get volume() {
    return Number(this.#get("volume") ?? 1);
  }
  set volume(volume) {
    this.#set("volume", String(volume));
  }

  /** The newest chatt that was read; null on the first visit. */
  get lastReadID() {
    return this.#get("lastRead");
  }
  set lastReadID(id) {
    this.#set("lastRead", id);
  }

  /** The token that deletes a chatt of this browser; null for those of others. */
  deleteToken(id) {
    return this.#get(`token/${id}`);
  }
  setDeleteToken(id, token) {
    this.#set(`token/${id}`, token);
  }
  removeDeleteToken(id) {
    this.#set(`token/${id}`, null);
  }

  #get(name) {
    if (this.#memory.has(name)) return this.#memory.get(name);
    return this.#storage?.getItem(`chatter/${name}`) ?? null;
  }

  #set(name, value) {
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
}

function availableStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
