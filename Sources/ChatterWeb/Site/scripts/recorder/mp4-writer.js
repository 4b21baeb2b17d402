const encoder = new TextEncoder();

/** Big-endian numbers of 16 and 32 bits. */
const uint16 = (...values) => values.flatMap((value) => [value >> 8, value & 255]);
const uint32 = (...values) => values.flatMap((value) => [...uint16(value >>> 16, value & 65535)]);
const zeros = (count) => new Array(count).fill(0);

/** A box of ISO/IEC 14496-12: its length, its type, and its fields or the boxes in it. */
function box(type, ...fields) {
  const length = fields.reduce((sum, field) => sum + field.length, 8);
  const bytes = new Uint8Array(length);
  bytes.set(uint32(length));
  bytes.set(encoder.encode(type), 4);
  let offset = 8;
  for (const field of fields) {
    bytes.set(field, offset);
    offset += field.length;
  }
  return bytes;
}

/** A box with a version and flags. */
const fullBox = (type, flags, ...fields) => box(type, uint32(flags), ...fields);

// The identity of mvhd and tkhd: a picture is neither scaled nor rotated.
const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/**
 * Returns the samples per channel of an Opus packet, at 48 kHz (RFC 6716, section 3.1).
 * @param {Uint8Array} packet
 */
export function opusSampleCount(packet) {
  const configuration = packet[0] >> 3;
  let frameSamples;
  if (configuration < 12) frameSamples = [480, 960, 1920, 2880][configuration & 3];
  else if (configuration < 16) frameSamples = [480, 960][configuration & 1];
  else frameSamples = 120 << (configuration & 3);
  const code = packet[0] & 3;
  const frames = code === 0 ? 1 : code === 3 ? packet[1] & 63 : 2;
  return frames * frameSamples;
}

/**
 * Writes Opus packets as a fragmented MP4 file ("Encapsulation of Opus in ISO Base Media File
 * Format"). The header and any number of fragments are a complete file, so a recording that ends
 * early can be played.
 */
export class MP4Writer {
  #head;
  #sequenceNumber = 0;
  #time = 0;

  /** @param {Uint8Array} head the encoder's "OpusHead" (RFC 7845, section 5.1) */
  constructor(head) {
    this.#head = new DataView(head.buffer, head.byteOffset, head.byteLength);
  }

  /** The samples at the start that only prepare the decoder and are not played. */
  get preSkip() {
    return this.#head.getUint16(10, true);
  }

  get channels() {
    return this.#head.getUint8(9);
  }

  /** Returns the boxes before the first fragment. */
  header() {
    const rate = 48_000;
    const mvhd = fullBox(
      "mvhd", 0, uint32(0, 0, rate, 0, 0x10000), uint16(0x0100), zeros(10), matrix, zeros(24),
      uint32(2),
    );
    const tkhd = fullBox(
      "tkhd", 3, uint32(0, 0, 1, 0, 0, 0, 0), uint16(0, 0, 0x0100, 0), matrix, uint32(0, 0),
    );
    // A length of 0 is all media that follows.
    const edts = box("edts", fullBox("elst", 0, uint32(1, 0, this.preSkip, 0x10000)));
    const mdhd = fullBox("mdhd", 0, uint32(0, 0, rate, 0), uint16(0x55c4, 0)); // "und"
    const hdlr = fullBox("hdlr", 0, uint32(0), encoder.encode("soun"), zeros(13));
    const dinf = box("dinf", fullBox("dref", 0, uint32(1), fullBox("url ", 1)));
    const stbl = box(
      "stbl",
      fullBox("stsd", 0, uint32(1), this.#sampleEntry(rate)),
      fullBox("stts", 0, uint32(0)),
      fullBox("stsc", 0, uint32(0)),
      fullBox("stsz", 0, uint32(0, 0)),
      fullBox("stco", 0, uint32(0)),
    );
    const minf = box("minf", fullBox("smhd", 0, uint32(0)), dinf, stbl);
    const trak = box("trak", tkhd, edts, box("mdia", mdhd, hdlr, minf));
    const mvex = box("mvex", fullBox("trex", 0, uint32(1, 1, 0, 0, 0)));
    const ftyp = box("ftyp", encoder.encode("iso5"), uint32(0), encoder.encode("iso5iso6mp41"));
    return join([ftyp, box("moov", mvhd, trak, mvex)]);
  }

  #sampleEntry(rate) {
    const fields = [
      zeros(6), uint16(1), zeros(8), uint16(this.channels, 16, 0, 0), uint32(rate * 0x10000),
    ];
    // The same fields as in OpusHead, which has them in little-endian order.
    const head = this.#head;
    const dOps = box(
      "dOps",
      [0, this.channels],
      uint16(this.preSkip),
      uint32(head.getUint32(12, true)),
      uint16(head.getUint16(16, true)),
      // The mapping family, and for more than two channels their mapping.
      new Uint8Array(head.buffer, head.byteOffset + 18, head.byteLength - 18),
    );
    return box("Opus", ...fields, dOps);
  }

  /**
   * Returns the boxes of the next packets, which is at least one. `duration` is in samples: that of
   * the packet, or less for the last one of a clip that ends before its packet does.
   * @param {{data: Uint8Array, duration: number}[]} packets
   */
  fragment(packets) {
    const samples = packets.flatMap(({ data, duration }) => uint32(duration, data.length));
    // The offset of the media from the start of the moof: its 88 bytes, the samples, the mdat's 8.
    const trun = fullBox("trun", 0x301, uint32(packets.length, 96 + samples.length), samples);
    const traf = box(
      "traf",
      fullBox("tfhd", 0x2_0000, uint32(1)), // offsets are from the start of the moof
      fullBox("tfdt", 0x100_0000, uint32(Math.floor(this.#time / 2 ** 32), this.#time)),
      trun,
    );
    this.#sequenceNumber += 1;
    this.#time += packets.reduce((sum, { duration }) => sum + duration, 0);
    const moof = box("moof", fullBox("mfhd", 0, uint32(this.#sequenceNumber)), traf);
    return join([moof, box("mdat", ...packets.map(({ data }) => data))]);
  }
}

/** @param {Uint8Array[]} parts */
export function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
