import { Emitter } from "./emitter.js";

/**
 * Who posts and reads with this browser, on a server that needs tokens. The token is in the
 * settings, which all pages of this origin share. A copy is in the database, for the service worker,
 * which sends posts after the page is closed and cannot read settings.
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
  /** Whether there is an invitation, and the server is away. */
  isInvited = false;

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
    const needsToken = this.isInvited || postingNeedsToken || readingNeedsToken;
    return this.username === null && Boolean(needsToken);
  }

  /** Whether nobody is signed in who may read. */
  get isClosed() {
    return this.username === null && Boolean(this.description?.readingNeedsToken);
  }

  /** Whether chatts of a user are those of the token, which then deletes them. */
  isAuthor(username) {
    return username === this.username && this.description?.postingNeedsToken !== false;
  }

  /** Whether chatts of a user may be those of the person here: of the name of the token, if any. */
  isPerson(username) {
    const { postingNeedsToken, readingNeedsToken } = this.description ?? {};
    const usesTokens = this.description ? postingNeedsToken || readingNeedsToken : this.username;
    return !usesTokens || username === this.username;
  }

  /** Continues the session of the last visit, or of another tab. */
  async load() {
    const { token = null, username = null } = this.#stored();
    this.#client.token = token;
    this.username = username;
    this.emit("change");
  }

  /** Asks the server what it needs, and whether it accepts the token. */
  async describe() {
    this.description = await this.#client.server();
    this.isInvited = false;
    this.emit("change");
  }

  /** Signs in; throws what the client throws if the server does not accept the token. */
  async signIn(token) {
    this.description = await this.#client.server(token);
    this.isInvited = false;
    const username = this.description.you?.username ?? null;
    if (username !== null) {
      const stored = { token, username };
      this.#settings.set("session", JSON.stringify(stored));
      // Without the copy, posts wait for an open page.
      await this.#database.put("drafts", "session", stored).catch(() => {});
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

  #stored() {
    try {
      return JSON.parse(this.#settings.get("session")) ?? {};
    } catch {
      return {};
    }
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
