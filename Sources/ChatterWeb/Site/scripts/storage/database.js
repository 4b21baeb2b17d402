const openMilliseconds = 5000;
const storeNames = ["outbox", "drafts", "recordings", "timeline", "peaks", "tokens"];

/**
 * What must survive a reload and is too large for `Settings`: posts that the server does not have,
 * drafts, recordings, the last timeline, waveforms. It is in IndexedDB; where the browser forbids
 * that, it lasts as long as the page.
 */
export class LocalDatabase {
  #stores;

  constructor({ indexedDB = globalThis.indexedDB, name = "chatter" } = {}) {
    this.#stores = open(indexedDB, name).catch(() => new MemoryStores());
  }

  get(store, key) {
    return this.#run(store, (stored) => stored.get(key), "readonly");
  }

  put(store, key, value) {
    return this.#run(store, (stored) => stored.put(value, key));
  }

  delete(store, key) {
    return this.#run(store, (stored) => stored.delete(key));
  }

  /** Returns all values in the order of their keys. */
  entries(store) {
    return this.#run(store, (stored) => stored.getAll(), "readonly");
  }

  keys(store) {
    return this.#run(store, (stored) => stored.getAllKeys(), "readonly");
  }

  /** Stores the next bytes of a running recording. */
  appendChunk(recordingID, index, blob) {
    const key = `${recordingID}/${String(index).padStart(6, "0")}`;
    return this.put("recordings", key, { recordingID, blob });
  }

  /** Returns the recordings that were neither posted nor discarded, each as one playable file. */
  async recordings() {
    const chunks = new Map();
    for (const { recordingID, blob } of await this.entries("recordings")) {
      chunks.set(recordingID, [...(chunks.get(recordingID) ?? []), blob]);
    }
    return [...chunks].map(([id, all]) => ({ id, blob: new Blob(all, { type: all[0].type }) }));
  }

  async deleteRecording(recordingID) {
    for (const key of await this.keys("recordings")) {
      if (key.startsWith(`${recordingID}/`)) await this.delete("recordings", key);
    }
  }

  async #run(store, action, mode = "readwrite") {
    return (await this.#stores).run(store, action, mode);
  }
}

class IndexedStores {
  constructor(database) {
    this.database = database;
  }

  run(store, action, mode) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(store, mode, { durability: "strict" });
      const request = action(transaction.objectStore(store));
      // Only a complete transaction is on disk.
      transaction.oncomplete = () => resolve(request.result);
      // A request that is not done yet has no error to ask for.
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  }
}

/** The same without a database. */
class MemoryStores {
  #stores = new Map(storeNames.map((name) => [name, new Map()]));

  async run(store, action) {
    const map = this.#stores.get(store);
    const sorted = () => [...map].sort(([one], [other]) => (one < other ? -1 : 1));
    return action({
      get: (key) => map.get(key),
      put: (value, key) => void map.set(key, value),
      delete: (key) => void map.delete(key),
      getAll: () => sorted().map(([, value]) => value),
      getAllKeys: () => sorted().map(([key]) => key),
    });
  }
}

function open(indexedDB, name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of storeNames) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(new IndexedStores(request.result));
    request.onerror = () => reject(request.error);
    // Some browsers never open it, and what is written must not wait for that.
    setTimeout(() => reject(new Error("the database does not open")), openMilliseconds);
  });
}
