/** The files of clips that were played stay in the browser up to this size. */
const bytesMax = 64 * 2 ** 20;
const cacheName = "clips";

/**
 * The files of clips. Each is downloaded once, for its sound and its waveform, and the last ones can be
 * played again without a network.
 */
export class ClipFiles {
  #download;
  #caches;
  /** Downloads that are not complete, by URL. */
  #running = new Map();

  /** @param {(url: string) => Promise<Blob>} download */
  constructor({ download, caches = globalThis.caches }) {
    this.#download = download;
    this.#caches = caches;
  }

  /** Returns the file of a clip; throws what `download` throws. */
  get(url) {
    let file = this.#running.get(url);
    if (!file) {
      file = this.#find(url).finally(() => this.#running.delete(url));
      this.#running.set(url, file);
    }
    return file;
  }

  /** Forgets a clip. */
  async delete(url) {
    await (await this.#open())?.delete(url);
  }

  /** Forgets all clips, which somebody else must not hear. */
  async clear() {
    await this.#caches?.delete(cacheName).catch(() => {});
  }

  async #find(url) {
    const cache = await this.#open();
    const kept = await cache?.match(url).catch(() => undefined);
    if (kept) return kept.blob();
    const file = await this.#download(url);
    if (cache) this.#keep(cache, url, file).catch(() => {});
    return file;
  }

  /** Keeps a file; those that were downloaded first make room. */
  async #keep(cache, url, file) {
    if (file.size > bytesMax) return;
    let free = bytesMax - file.size;
    for (const request of (await cache.keys()).reverse()) {
      const size = Number((await cache.match(request))?.headers.get("Content-Length"));
      free -= size;
      if (free < 0) await cache.delete(request);
    }
    const headers = { "Content-Type": file.type, "Content-Length": file.size };
    await cache.put(url, new Response(file, { headers }));
  }

  /** The cache; nothing where the browser forbids it. */
  #open() {
    return this.#caches?.open(cacheName).catch(() => undefined);
  }
}
