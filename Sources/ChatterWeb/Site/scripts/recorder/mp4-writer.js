/**
 * Writes Opus packets as fragmented MPEG-4 (ISO/IEC 14496-12; "Encapsulation of Opus in ISO Base
 * Media File Format", 4.3). Whatever has been written is a playable file, so that a crash loses
 * only the fragment that is not complete.
 */
export class MP4Writer {
  /** Opus counts samples at 48 kHz, whatever the rate of the microphone is. */
  static timescale = 48000;
  #preSkip;
  #fragments = 0;
  #time = 0;

  /** @param {number} preSkip samples at the start that only prepare the decoder */
  constructor({ preSkip }) {
    this.#preSkip = preSkip;
  }

  /** The beginning of the file. */
  header() {
    return concat([
      box("ftyp", text("iso5"), u32(0), text("iso5iso6mp41")),
      box("moov", this.#movieHeader(), this.#track(), box("mvex", trackDefaults())),
    ]);
  }

  /**
   * A part of the file.
   * @param {{bytes: Uint8Array, duration: number}[]} packets durations in samples
   */
  fragment(packets) {
    const time = this.#time;
    this.#fragments += 1;
    for (const { duration } of packets) this.#time += duration;
    const movieFragment = (offset) =>
      box("moof", fullBox("mfhd", 0, u32(this.#fragments)), trackFragment(time, offset, packets));
    const header = 8;
    const offset = movieFragment(0).length + header;
    return concat([movieFragment(offset), box("mdat", ...packets.map(({ bytes }) => bytes))]);
  }

  #movieHeader() {
    const next = 2;
    return fullBox("mvhd", 0, u32(0, 0, MP4Writer.timescale, 0), u32(0x10000), u16(0x100, 0),
      u32(0, 0), matrix(), u32(0, 0, 0, 0, 0, 0, next));
  }

  #track() {
    const enabledInMovie = 3;
    const header = fullBox("tkhd", enabledInMovie, u32(0, 0, 1, 0, 0, 0, 0), u16(0, 0, 0x100, 0),
      matrix(), u32(0, 0));
    // The presentation begins after the samples that prepare the decoder. Length 0: to the end.
    const edits = box("edts", fullBox("elst", 0, u32(1, 0, this.#preSkip), u16(1, 0)));
    const undetermined = 0x55c4;
    const mediaHeader = fullBox("mdhd", 0, u32(0, 0, MP4Writer.timescale, 0), u16(undetermined, 0));
    const handler = fullBox("hdlr", 0, u32(0), text("soun"), u32(0, 0, 0), text("Chatter\0"));
    const inThisFile = 1;
    const references = fullBox("dref", 0, u32(1), fullBox("url ", inThisFile));
    const tables = ["stts", "stsc", "stco"].map((type) => fullBox(type, 0, u32(0)));
    const table = box("stbl", fullBox("stsd", 0, u32(1), this.#opus()), ...tables,
      fullBox("stsz", 0, u32(0, 0)));
    const information = box("minf", fullBox("smhd", 0, u32(0)), box("dinf", references), table);
    return box("trak", header, edits, box("mdia", mediaHeader, handler, information));
  }

  #opus() {
    const channels = 1;
    const specific = box("dOps", u8(0, channels), u16(this.#preSkip), u32(MP4Writer.timescale),
      u16(0), u8(0));
    return box("Opus", u32(0), u16(0, 1), u32(0, 0), u16(channels, 16, 0, 0),
      u32(MP4Writer.timescale * 0x10000), specific);
  }
}

function trackDefaults() {
  return fullBox("trex", 0, u32(1, 1, 0, 0, 0));
}

function trackFragment(time, offset, packets) {
  const baseIsFragment = 0x20000;
  const offsetDurationsAndSizes = 0x301;
  const versionOf64Bits = 0x1000000;
  const high = Math.floor(time / 2 ** 32);
  return box("traf",
    fullBox("tfhd", baseIsFragment, u32(1)),
    fullBox("tfdt", versionOf64Bits, u32(high, time % 2 ** 32)),
    fullBox("trun", offsetDurationsAndSizes, u32(packets.length, offset),
      ...packets.map(({ bytes, duration }) => u32(duration, bytes.length))));
}

function box(type, ...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return concat([u32(size), text(type), ...parts]);
}

/** A box with a version, which is in the highest byte, and flags. */
function fullBox(type, flags, ...parts) {
  return box(type, u32(flags), ...parts);
}

function matrix() {
  return u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
}

function text(characters) {
  return new TextEncoder().encode(characters);
}

function u8(...values) {
  return Uint8Array.from(values);
}

function u16(...values) {
  return Uint8Array.from(values.flatMap((value) => [value >>> 8, value]));
}

function u32(...values) {
  return Uint8Array.from(values.flatMap((v) => [v >>> 24, v >>> 16, v >>> 8, v]));
}

function concat(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
