import { Emitter } from "../model/emitter.js";

/** Clips that are longer would take too much memory to decode: 8 kHz need 19 MB. */
const secondsMax = 600;
const sampleRate = 8000;
/** The waveforms that are kept. */
const keptMax = 500;

/**
 * The waveforms of clips: the loudest samples of equal parts, from 0 to 1. They are kept by the
 * digest of the clip. Then emits `found` with `{sha256, peaks}`.
 */
export class Waveforms extends Emitter {
  static #count = 120;
  #database;
  #decode;
  #fetchClip;

  constructor({ database, fetchClip, decode = decodeClip }) {
    super();
    this.#database = database;
    this.#fetchClip = fetchClip;
    this.#decode = decode;
  }

  /** Returns a waveform that is kept; null if there is none. */
  async kept(sha256) {
    return (sha256 && (await this.#database.get("peaks", sha256).catch(() => null))) || null;
  }

  /**
   * Returns the waveform of a clip; null if the browser cannot decode it, or if it is too long.
   * @param {import("./clip-player.js").Source} source
   */
  async of({ sha256, blob, url, duration }) {
    const kept = await this.kept(sha256);
    if (kept) return kept;
    if (duration > secondsMax) return null;
    try {
      const file = blob ?? (await this.#fetchClip(url));
      const peaks = peaksOf(await this.#decode(await file.arrayBuffer()), Waveforms.#count);
      if (sha256) await this.#keep(sha256, peaks);
      return peaks;
    } catch {
      return null;
    }
  }

  /** Forgets all waveforms. */
  async clear() {
    const keys = await this.#database.keys("peaks").catch(() => []);
    await Promise.all(keys.map((key) => this.#database.delete("peaks", key).catch(() => {})));
  }

  async #keep(sha256, peaks) {
    try {
      const keys = await this.#database.keys("peaks");
      for (const key of keys.slice(0, Math.max(0, keys.length - keptMax + 1))) {
        await this.#database.delete("peaks", key);
      }
      await this.#database.put("peaks", sha256, peaks);
    } catch {
      // Without room, the next visit decodes it again.
    }
    this.emit("found", { sha256, peaks });
  }
}

/** @param {Float32Array} samples */
export function peaksOf(samples, count) {
  return Array.from({ length: count }, (_, index) => {
    let peak = 0;
    const end = Math.floor(((index + 1) * samples.length) / count);
    for (let at = Math.floor((index * samples.length) / count); at < end; at += 1) {
      peak = Math.max(peak, Math.abs(samples[at]));
    }
    return Math.min(peak, 1);
  });
}

async function decodeClip(bytes) {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  return (await context.decodeAudioData(bytes)).getChannelData(0);
}
