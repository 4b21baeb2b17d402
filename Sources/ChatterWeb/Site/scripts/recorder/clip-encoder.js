import { MP4Writer } from "./mp4-writer.js";

/** What a second of speech needs, well. */
const bitsPerSecond = 64_000;
/** A crash loses what has been recorded since the last chunk. */
const chunkSeconds = 1;
const chunkType = "audio/mp4";

/** Best first: every device plays AAC. */
const types = ["audio/mp4;codecs=mp4a.40.2", "audio/mp4;codecs=opus", "audio/mp4"];
const opus = { codec: "opus", sampleRate: MP4Writer.timescale, numberOfChannels: 1,
  bitrate: bitsPerSecond };

/** Whether this browser can make clips that the server accepts. */
export function canEncode() {
  return recorderType() !== undefined || "AudioEncoder" in globalThis;
}

/**
 * Returns an encoder of a microphone, which calls `onchunk` with each next part of the file. Its
 * methods are `start`, `pause`, `resume`, and `stop`, which returns after the last chunk.
 */
export function makeEncoder(stream, source, onchunk) {
  const type = recorderType();
  return type
    ? new RecorderEncoder(stream, type, onchunk)
    : new OpusEncoder(source, onchunk);
}

function recorderType() {
  return types.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));
}

/** The recorder of the browser. */
class RecorderEncoder {
  #recorder;

  constructor(stream, mimeType, onchunk) {
    this.#recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
    this.#recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) onchunk(new Blob([data], { type: chunkType }));
    };
  }

  async start() {
    this.#recorder.start(chunkSeconds * 1000);
  }

  pause() {
    this.#recorder.pause();
  }

  resume() {
    this.#recorder.resume();
  }

  stop() {
    return new Promise((resolve) => {
      this.#recorder.onstop = resolve;
      if (this.#recorder.state === "inactive") resolve();
      else this.#recorder.stop();
    });
  }
}

/** For browsers that encode, but do not write MPEG-4. */
class OpusEncoder {
  #source;
  #onchunk;
  #node = null;
  #encoder;
  #writer = null;
  #packets = [];
  #parts = [];
  /** Samples that were encoded, and those of them that have not been written. */
  #samples = 0;
  #rest = 0;
  #isPaused = false;

  constructor(source, onchunk) {
    this.#source = source;
    this.#onchunk = onchunk;
    const output = (chunk, metadata) => this.#receive(chunk, metadata);
    this.#encoder = new AudioEncoder({ output, error: () => {} });
    this.#encoder.configure(opus);
  }

  async start() {
    const { context } = this.#source;
    await context.audioWorklet.addModule(new URL("microphone-worklet.js", import.meta.url));
    this.#node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    this.#node.port.onmessage = ({ data }) => this.#encode(data);
    this.#source.connect(this.#node);
  }

  pause() {
    this.#isPaused = true;
  }

  resume() {
    this.#isPaused = false;
  }

  async stop() {
    this.#source.disconnect(this.#node);
    this.#isPaused = true;
    if (this.#encoder.state === "configured") await this.#encoder.flush();
    // The encoder fills the last packet with silence.
    const last = this.#packets.at(-1);
    const excess = this.#packets.reduce((sum, { duration }) => sum + duration, -this.#rest);
    if (last && excess > 0) last.duration = Math.max(1, last.duration - excess);
    this.#write();
  }

  #encode(data) {
    if (this.#isPaused || this.#encoder.state !== "configured") return;
    const timestamp = Math.round((this.#samples * 1_000_000) / opus.sampleRate);
    const { sampleRate, numberOfChannels } = opus;
    const numberOfFrames = data.length;
    this.#encoder.encode(new AudioData({
      format: "f32", sampleRate, numberOfChannels, numberOfFrames, timestamp, data,
    }));
    this.#samples += numberOfFrames;
    this.#rest += numberOfFrames;
  }

  #receive(chunk, metadata) {
    if (!this.#writer) {
      const preSkip = preSkipOf(metadata?.decoderConfig?.description);
      this.#rest += preSkip;
      this.#writer = new MP4Writer({ preSkip });
      this.#parts.push(this.#writer.header());
    }
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    const duration = Math.round((chunk.duration / 1_000_000) * MP4Writer.timescale);
    // The last packet stays here: its length is known when the recording ends.
    if (this.#packets.length * duration > chunkSeconds * MP4Writer.timescale) this.#write();
    this.#packets.push({ bytes, duration });
  }

  #write() {
    if (this.#packets.length === 0) return;
    for (const { duration } of this.#packets) this.#rest -= duration;
    this.#parts.push(this.#writer.fragment(this.#packets));
    this.#onchunk(new Blob(this.#parts, { type: chunkType }));
    this.#packets = [];
    this.#parts = [];
  }
}

/** The samples that only prepare the decoder, as the Ogg header says (RFC 7845, 5.1). */
function preSkipOf(description) {
  const usual = 312;
  if (!description || description.byteLength < 12) return usual;
  const view = ArrayBuffer.isView(description)
    ? new DataView(description.buffer, description.byteOffset)
    : new DataView(description);
  return view.getUint16(10, true);
}
