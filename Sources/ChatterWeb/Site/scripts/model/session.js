import { Emitter } from "./emitter.js";

/**
 * Who posts and reads with this browser, on a server that needs tokens. The token is in IndexedDB,
 * which all pages of this origin share; that there is one is in the settings, so that the page does
 * not wait for the database without need.
 *
 * Emits `change`.
 */
export class Session extends Emitter {
  #client;
  #database;
  #settings;
  #denial = null;
  /** What the server says of itself; null before it has responded. */
  description = null;
  /** The name under which the token posts; null while nobody is signed in. */
  username = null;
  /** Whether the server no longer accepts the token that was there. */
  isRevoked = false;

  constructor({ client, database, settings }) {
    super();
    this.#client = client;
    this.#database = database;
    this.#settings = settings;
    client.onDenied = (token) => this.#deny(token);
  }

  /** Whether a token is needed to post or to read, and missing. */
  get isNeeded() {
    const { postingNeedsToken, readingNeedsToken } = this.description ?? {};
    return this.username === null && Boolean(postingNeedsToken || readingNeedsToken);
  }

  /** Whether nobody is signed in who may read. */
  get isClosed() {
    return this.username === null && Boolean(this.description?.readingNeedsToken);
  }

  /** Whether chatts of a user are those of the token, which then deletes them. */
  isAuthor(username) {
    return username === this.username && this.description?.postingNeedsToken !== false;
  }

  /** Continues the session of the last visit, or of another tab. */
  async load() {
    const isSignedIn = this.#settings.get("session") !== null;
    const stored = isSignedIn ? await this.#database.get("drafts", "session") : null;
    this.#client.token = stored?.token ?? null;
    this.username = stored?.username ?? null;
    this.emit("change");
  }

  /** Asks the server what it needs, and whether it accepts the token. */
  async describe() {
    this.description = await this.#client.server();
    this.emit("change");
  }

  /** Signs in; throws what the client throws if the server does not accept the token. */
  async signIn(token) {
    this.description = await this.#client.server(token);
    const { username } = this.description;
    if (username !== null) {
      await this.#database.put("drafts", "session", { token, username });
      this.#settings.set("session", username);
      this.#client.token = token;
    }
    this.username = username;
    this.isRevoked = false;
    this.emit("change");
  }

  /** Removes the token from this browser. What was written and not sent stays. */
  async signOut() {
    this.isRevoked = false;
    await this.#forget();
  }

  async #forget() {
    this.#settings.set("session", null);
    await this.#database.delete("drafts", "session");
    await this.load();
  }

  /** Signs out because the server does not accept a token, or needs one; once at a time. */
  #deny(token) {
    this.#denial ??= this.#end(token).finally(() => (this.#denial = null));
    return this.#denial;
  }

  async #end(token) {
    await this.load();
    // Another tab has signed in with another token meanwhile.
    if (this.#client.token !== token) return;
    this.isRevoked = token !== null;
    if (this.isRevoked) await this.#forget();
    const unknown = { postingNeedsToken: true, readingNeedsToken: true };
    this.description = await this.#client.server().catch(() => this.description ?? unknown);
    this.emit("change");
  }
}
