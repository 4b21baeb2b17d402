import { join, MP4Writer, opusSampleCount } from "./mp4-writer.js";
import { WebMReader } from "./webm-reader.js";

const bitsPerSecond = 64_000;
/** A crash loses at most this and the fragment that is not complete. */
const chunkMilliseconds = 250;
const webM = "audio/webm;codecs=opus";
/**
 * Best first: every device plays AAC. Chromium begins its MP4 files with Opus only after two
 * seconds, so its packets come before them.
 */
const types = ["audio/mp4;codecs=mp4a.40.2", webM, "audio/mp4"];

/** Returns the best type that the browser records; undefined if the server accepts none. */
export function recordableType(MediaRecorder = globalThis.MediaRecorder) {
  return types.find((type) => MediaRecorder?.isTypeSupported(type));
}

/**
 * Makes an MP4 file of a microphone: with the browser's own writer where it has one for AAC. Others
 * record Opus packets as WebM; this moves them to MP4 unchanged.
 *
 * `AudioEncoder` would make the same packets, but needs samples: Firefox has them only in Web Audio,
 * whose clock stops without an output for sound.
 */
export class ClipEncoder {
  #recorder;
  #format;
  #onbytes;
  #work = Promise.resolve();

  /** @param {(bytes: Uint8Array) => void} onbytes receives the file, playable after each call */
  constructor(stream, onbytes, { MediaRecorder = globalThis.MediaRecorder } = {}) {
    const mimeType = recordableType(MediaRecorder);
    this.#onbytes = onbytes;
    this.#format = mimeType === webM ? new PacketFormat() : new FragmentFormat();
    this.#recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
    this.#recorder.ondataavailable = ({ data }) => {
      // Reading takes time; the next bytes must not overtake these.
      this.#work = this.#work.then(async () => {
        this.#emit(this.#format.add(new Uint8Array(await data.arrayBuffer())));
      });
    };
    this.#recorder.start(chunkMilliseconds);
  }

  pause() {
    this.#recorder.pause();
  }

  resume() {
    this.#recorder.resume();
  }

  /** Ends the file, and returns after its last bytes. */
  async stop() {
    await new Promise((resolve) => {
      this.#recorder.onstop = resolve;
      // It stops by itself when the microphone is gone.
      if (this.#recorder.state === "inactive") resolve();
      else this.#recorder.stop();
    });
    await this.#work;
    this.#emit(this.#format.end());
  }

  #emit(bytes) {
    if (bytes.length > 0) this.#onbytes(bytes);
  }
}

/** An MP4 file of the browser, cut after complete fragments: browsers cut it anywhere. */
export class FragmentFormat {
  #bytes = new Uint8Array(0);
  #hasMedia = false;

  /** Returns the bytes up to the end of the last complete fragment. */
  add(bytes) {
    this.#bytes = join([this.#bytes, bytes]);
    const view = new DataView(this.#bytes.buffer);
    const mediaType = 0x6d646174; // mdat
    let end = 0;
    for (let offset = 0; offset + 16 <= view.byteLength; ) {
      let length = view.getUint32(offset);
      if (length === 1) length = Number(view.getBigUint64(offset + 8));
      const isMedia = view.getUint32(offset + 4) === mediaType;
      this.#hasMedia ||= isMedia;
      offset += length;
      // A length of 0 means up to the end of the file.
      if (length < 8 || offset > view.byteLength) break;
      if (isMedia) end = offset;
    }
    const complete = this.#bytes.slice(0, end);
    this.#bytes = this.#bytes.slice(end);
    return complete;
  }

  /** Returns the bytes after the last fragment; none if there is no sound in the file. */
  end() {
    return this.#hasMedia ? this.#bytes : new Uint8Array(0);
  }
}

/** An MP4 file of the packets of a WebM file, in fragments of one second. */
export class PacketFormat {
  static #fragmentSamples = 48_000;
  #reader = new WebMReader();
  #writer = null;
  #header = null;
  #packets = [];
  #sampleCount = 0;

  add(bytes) {
    const parts = [];
    for (const data of this.#reader.read(bytes)) {
      if (!this.#writer) {
        this.#writer = new MP4Writer(this.#reader.head);
        this.#header = this.#writer.header();
      }
      const duration = opusSampleCount(data);
      this.#packets.push({ data, duration });
      this.#sampleCount += duration;
      if (this.#sampleCount >= PacketFormat.#fragmentSamples) parts.push(this.end());
    }
    return join(parts);
  }

  /** Returns what has not been returned yet. */
  end() {
    if (this.#packets.length === 0) return new Uint8Array(0);
    const bytes = join([this.#header, this.#writer.fragment(this.#packets)]);
    this.#header = new Uint8Array(0);
    this.#packets = [];
    this.#sampleCount = 0;
    return bytes;
  }
}
