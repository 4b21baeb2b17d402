/**
 * Splits a text/event-stream into its events (HTML Standard section 9.2.6). An event is
 * `{type, data, lastEventId}`.
 */
export class EventParser {
  /** Far above the largest event of the server: a message of 64 KiB in JSON. */
  static charactersMax = 2 ** 20;

  #rest = "";
  #skipsNewline = false;
  #type = "";
  #data = "";
  #lastEventID = "";
  /** How long the server wants clients to wait before they connect again; null if not said. */
  retryMilliseconds = null;

  /** Returns the events that a text completes; throws if one is too long. */
  parse(text) {
    if (text === "") return [];
    // The line feed of a CR LF whose halves arrived apart ends no other line.
    const start = this.#skipsNewline && text.startsWith("\n") ? 1 : 0;
    this.#skipsNewline = text.endsWith("\r");
    const lines = (this.#rest + text.slice(start)).split(/\r\n|\r|\n/);
    this.#rest = lines.pop();
    const events = lines.map((line) => this.#take(line)).filter(Boolean);
    this.#limit(this.#rest);
    return events;
  }

  /** Takes a line. Returns the event that it ends; null if it ends none. */
  #take(line) {
    if (line === "") return this.#end();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.#type = value;
    else if (name === "data") this.#data += `${value}\n`;
    else if (name === "id" && !value.includes("\0")) this.#lastEventID = value;
    else if (name === "retry" && /^\d{1,9}$/.test(value)) this.retryMilliseconds = Number(value);
    this.#limit(this.#data);
    return null;
  }

  #end() {
    const [type, data] = [this.#type || "message", this.#data];
    this.#type = this.#data = "";
    return data ? { type, data: data.slice(0, -1), lastEventId: this.#lastEventID } : null;
  }

  #limit(text) {
    if (text.length > EventParser.charactersMax) throw new RangeError("an event is too long");
  }
}
