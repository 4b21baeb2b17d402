/** How long the server may take before the page of the last visit is shown. */
const timeoutMilliseconds = 3000;

/** The files of one version of the site, for visits without a network: all of them, or none. */
export class SiteCache {
  #name;
  #directory;
  #caches;
  #fetch;
  #timeoutMilliseconds;

  /** @param directory The path of this version's files, which the address of this module has. */
  constructor({
    directory = new URL("../../", import.meta.url).pathname,
    caches = globalThis.caches,
    fetch = (...given) => globalThis.fetch(...given),
    timeout = timeoutMilliseconds,
  } = {}) {
    this.#name = `chatter ${directory}`;
    this.#directory = directory;
    this.#caches = caches;
    this.#fetch = fetch;
    this.#timeoutMilliseconds = timeout;
  }

  /** Whether a path is that of the page or a file of this version. */
  has(path) {
    return path === "/" || path === "/start.js" || path.startsWith(this.#directory);
  }

  /**
   * Keeps all files of this version. The page names its files, and the response the modules that
   * they import. Fails, and keeps none, if one cannot be loaded or another version has begun.
   */
  async fill() {
    const page = await this.#fetch("/", { cache: "no-cache" });
    const named = `${page.headers.get("Link")} ${await page.clone().text()}`;
    const paths = [...new Set(named.match(/\/web\/[\w/.-]+/g))];
    const isOwn = paths.length > 0 && paths.every((path) => path.startsWith(this.#directory));
    if (!page.ok || !isOwn) throw new Error("the server has another version of the page");
    const cache = await this.#caches.open(this.#name);
    // The page is kept last. A server that went back to this version finds it complete.
    if (await cache.match("/")) return;
    try {
      await cache.addAll([...paths, "/start.js"]);
      await cache.put("/", page);
    } catch (error) {
      await this.#caches.delete(this.#name);
      throw error;
    }
  }

  /** Removes the caches of other versions. That of clips stays. */
  async removeOthers() {
    const isOther = (name) => name.startsWith("chatter") && name !== this.#name;
    const names = (await this.#caches.keys()).filter(isOther);
    await Promise.all(names.map((name) => this.#caches.delete(name)));
  }

  /**
   * The response for the page or one of its files. A file has its version in its path, so it comes
   * from any place; the page comes from the server, or is that of this version.
   */
  async respond(request, path) {
    const cache = await this.#caches.open(this.#name);
    const kept = await cache.match(path, { ignoreVary: true });
    if (!kept || path.startsWith("/web/")) return kept ?? this.#fetch(request);
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(reject, this.#timeoutMilliseconds);
    });
    try {
      const fresh = await Promise.race([this.#fetch(request), late]);
      return fresh.status < 500 ? fresh : kept;
    } catch {
      return kept;
    } finally {
      clearTimeout(timer);
    }
  }
}
