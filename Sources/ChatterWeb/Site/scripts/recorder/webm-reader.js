import { join } from "./mp4-writer.js";

// Elements that contain the ones this reads. Browsers may not know their lengths, so they are
// entered, and the elements in them follow as if they were beside them.
const masters = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]);
const codecPrivate = 0x63a2;
const blocks = new Set([0xa3, 0xa1]);

/** Reads the packets of a WebM file with one Opus track while it is recorded (RFC 9559). */
export class WebMReader {
  #bytes = new Uint8Array(0);

  /** The encoder's "OpusHead", once it was read. @type {Uint8Array|null} */
  head = null;

  /**
   * Returns the packets that the next bytes of the file complete.
   * @param {Uint8Array} bytes
   * @returns {Uint8Array[]}
   */
  read(bytes) {
    this.#bytes = join([this.#bytes, bytes]);
    const packets = [];
    let offset = 0;
    for (;;) {
      const id = this.#number(offset);
      const size = id && this.#number(id.end);
      if (!size) break;
      if (masters.has(id.raw)) {
        offset = size.end;
        continue;
      }
      const end = size.end + size.value;
      if (end > this.#bytes.length) break;
      const payload = this.#bytes.slice(size.end, end);
      if (id.raw === codecPrivate) this.head = payload;
      // The number of the track in one byte, the time in two, the flags in one.
      else if (blocks.has(id.raw)) packets.push(payload.subarray(4));
      offset = end;
    }
    this.#bytes = this.#bytes.subarray(offset);
    return packets;
  }

  /** Reads a number of variable length: with its marker, and without it. Null if it is cut off. */
  #number(offset) {
    const first = this.#bytes[offset];
    if (first === undefined) return null;
    const length = Math.clz32(first) - 23;
    const end = offset + length;
    if (end > this.#bytes.length) return null;
    let value = first - (256 >> length);
    // Up to 56 bits: too many for shifts, and with the marker for exact numbers too.
    for (let index = offset + 1; index < end; index += 1) value = value * 256 + this.#bytes[index];
    return { raw: value + 2 ** (7 * length), value, end };
  }
}
