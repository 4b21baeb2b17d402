const rate = 48_000;

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

  /** The samples at the start that only prepare the decoder. */
  get preSkip() {
    return this.#head.getUint16(10, true);
  }

  /** Returns the boxes before the first fragment. */
  header() {
    const mvhd = fullBox("mvhd", 0, uint32(0, 0, rate, 0, 0x10000), uint16(0x100), zeros(10),
      matrix, zeros(24), uint32(2));
    const tkhd = fullBox("tkhd", 3, uint32(0, 0, 1, 0, 0, 0, 0), uint16(0, 0, 0x100, 0), matrix,
      uint32(0, 0));
    // Players begin after those samples. A length of 0 is all media that follows.
    const edts = box("edts", fullBox("elst", 0, uint32(1, 0, this.preSkip, 0x10000)));
    const undetermined = 0x55c4;
    const mdhd = fullBox("mdhd", 0, uint32(0, 0, rate, 0), uint16(undetermined, 0));
    const hdlr = fullBox("hdlr", 0, uint32(0), text("soun"), zeros(13));
    const dinf = box("dinf", fullBox("dref", 0, uint32(1), fullBox("url ", 1)));
    const tables = ["stts", "stsc", "stco"].map((type) => fullBox(type, 0, uint32(0)));
    const stbl = box("stbl", fullBox("stsd", 0, uint32(1), this.#sampleEntry()), ...tables,
      fullBox("stsz", 0, uint32(0, 0)));
    const minf = box("minf", fullBox("smhd", 0, uint32(0)), dinf, stbl);
    const trak = box("trak", tkhd, edts, box("mdia", mdhd, hdlr, minf));
    const mvex = box("mvex", fullBox("trex", 0, uint32(1, 1, 0, 0, 0)));
    const ftyp = box("ftyp", text("iso5"), uint32(0), text("iso5iso6mp41"));
    return join([ftyp, box("moov", mvhd, trak, mvex)]);
  }

  /** The fields of OpusHead, which has them in little-endian order. */
  #sampleEntry() {
    const head = this.#head;
    const channels = head.getUint8(9);
    const dOps = box("dOps", [0, channels], uint16(this.preSkip), uint32(head.getUint32(12, true)),
      uint16(head.getUint16(16, true)), [0]);
    return box("Opus", zeros(6), uint16(1), zeros(8), uint16(channels, 16, 0, 0),
      uint32(rate * 0x10000), dOps);
  }

  /**
   * Returns the boxes of the next packets, at least one. `duration` is in samples: that of the
   * packet, or less for the last one of a clip that ends before its packet does.
   * @param {{data: Uint8Array, duration: number}[]} packets
   */
  fragment(packets) {
    const samples = packets.flatMap(({ data, duration }) => uint32(duration, data.length));
    // The media begins after the moof, which has 88 bytes and the samples, and the mdat's 8.
    const trun = fullBox("trun", 0x301, uint32(packets.length, 96 + samples.length), samples);
    const traf = box("traf",
      fullBox("tfhd", 0x20000, uint32(1)), // offsets are from the start of the moof
      fullBox("tfdt", 0x1000000, uint32(Math.floor(this.#time / 2 ** 32), this.#time)), trun);
    this.#sequenceNumber += 1;
    this.#time += packets.reduce((sum, { duration }) => sum + duration, 0);
    const moof = box("moof", fullBox("mfhd", 0, uint32(this.#sequenceNumber)), traf);
    return join([moof, box("mdat", ...packets.map(({ data }) => data))]);
  }
}

/** Returns the samples of an Opus packet, at 48 kHz (RFC 6716, section 3.1). */
export function opusSampleCount([first, second]) {
  const configuration = first >> 3;
  let samples = 120 << (configuration & 3);
  if (configuration < 12) samples = [480, 960, 1920, 2880][configuration & 3];
  else if (configuration < 16) samples = [480, 960][configuration & 1];
  return samples * [1, 2, 2, second & 63][first & 3];
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

/** A box of ISO/IEC 14496-12: its length, its type, and its fields or the boxes in it. */
function box(type, ...fields) {
  const length = fields.reduce((sum, field) => sum + field.length, 8);
  return join([uint32(length), text(type), ...fields]);
}

/** A box whose first field has a version in its highest byte, and flags. */
function fullBox(type, flags, ...fields) {
  return box(type, uint32(flags), ...fields);
}

function text(characters) {
  return new TextEncoder().encode(characters);
}

/** Big-endian numbers of 16 and 32 bits, as bytes. */
function uint16(...values) {
  return values.flatMap((value) => [value >> 8, value & 255]);
}

function uint32(...values) {
  return values.flatMap((value) => uint16(value >>> 16, value & 65535));
}

function zeros(count) {
  return new Array(count).fill(0);
}

/** A picture that is neither scaled nor rotated, in mvhd and tkhd. */
const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
