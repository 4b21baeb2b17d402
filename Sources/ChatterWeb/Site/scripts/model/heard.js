import { Emitter } from "./emitter.js";

/** Clips that are longer continue where they were left. */
const longSeconds = 60;

/**
 * Which clips this browser has played, and how far. It is in the settings, which all tabs share.
 *
 * Clips from before the first visit are not new: `begin` notes when that was. Emits `change`.
 */
export class Heard extends Emitter {
  static #idsMax = 2000;
  static #placesMax = 50;
  #settings;
  #ids;
  #since;

  constructor({ settings }) {
    super();
    this.#settings = settings;
    this.load();
  }

  /** Reads what another tab may have noted. */
  load() {
    this.#ids = new Set(this.#heard.map(([id]) => id));
    this.#since = new Date(this.#settings.get("heardSince") ?? 0);
    this.emit("change");
  }

  /** Whether this is the first visit. */
  get isFirstVisit() {
    return this.#settings.get("heardSince") === null;
  }

  /** The time of the last clip that is not new in any case. */
  get since() {
    return this.#since;
  }

  /** Begins with the first visit: clips before a time are not new. */
  begin(date) {
    this.#settings.set("heardSince", date.toISOString());
    this.load();
  }

  /** Whether a chatt has a clip that has not been heard. */
  isNew({ id, audio, createdAt }) {
    return Boolean(audio) && createdAt > this.#since && !this.#ids.has(id);
  }

  /** Notes that a clip was heard. Only the last ones are kept: clips before the others are old. */
  mark({ id, createdAt }) {
    this.setPlace(id, 0);
    if (this.#ids.has(id)) return;
    const heard = [...this.#heard, [id, createdAt.getTime()]];
    const kept = heard.slice(-Heard.#idsMax);
    this.#settings.set("heard", JSON.stringify(kept));
    const since = Math.max(this.#since, ...heard.slice(0, -kept.length).map(([, time]) => time));
    if (since > this.#since) this.#settings.set("heardSince", new Date(since).toISOString());
    this.load();
  }

  /** The clips that were heard, each with its id and time. */
  get #heard() {
    return this.#read("heard", []).filter((each) => Array.isArray(each));
  }

  /** Where a long clip was left, in seconds; 0 for its beginning. */
  place(id) {
    return this.#read("places", {})[id] ?? 0;
  }

  /** Notes where a clip is left; a place of 0 is forgotten. */
  setPlace(id, seconds, duration = Infinity) {
    const places = this.#read("places", {});
    const isKept = seconds > 0 && duration > longSeconds;
    if (!isKept && !(id in places)) return;
    delete places[id];
    const kept = [...Object.entries(places), ...(isKept ? [[id, Math.floor(seconds)]] : [])];
    this.#settings.set("places", JSON.stringify(Object.fromEntries(kept.slice(-Heard.#placesMax))));
  }

  #read(name, byDefault) {
    try {
      return JSON.parse(this.#settings.get(name)) ?? byDefault;
    } catch {
      return byDefault;
    }
  }
}
