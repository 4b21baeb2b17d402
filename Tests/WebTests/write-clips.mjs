// Writes clips of 1 ms, 1 s and 10 min with the recorder's writer, for the validator and ffprobe:
//   node write-clips.mjs DIRECTORY
import { mkdir, writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { join, MP4Writer } from "../../Sources/ChatterWeb/Site/scripts/recorder/mp4-writer.js";

const samplesPerPacket = 960;

/** "OpusHead" of one channel at 48 kHz that skips 312 samples, as browsers write it. */
export const opusHead = Uint8Array.from([
  ...new TextEncoder().encode("OpusHead"), 1, 1, 312 & 255, 312 >> 8, 0x80, 0xbb, 0, 0, 0, 0, 0,
]);

/** 20 ms of silence, in CELT. */
export const silence = Uint8Array.from([0xf8, 0xff, 0xfe]);

/** Returns a clip of silence. The last packet is cut so that the duration is exact. */
export function clip(milliseconds) {
  const writer = new MP4Writer(opusHead);
  const parts = [writer.header()];
  let remaining = writer.preSkip + milliseconds * 48;
  while (remaining > 0) {
    const packets = [];
    for (; packets.length < 50 && remaining > 0; remaining -= samplesPerPacket) {
      packets.push({ data: silence, duration: Math.min(remaining, samplesPerPacket) });
    }
    parts.push(writer.fragment(packets));
  }
  return join(parts);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , directory] = argv;
  if (!directory) {
    console.error("the directory is missing: node write-clips.mjs DIRECTORY");
    exit(2);
  }
  await mkdir(directory, { recursive: true });
  for (const [name, milliseconds] of [["1ms", 1], ["1s", 1_000], ["10min", 600_000]]) {
    await writeFile(joinPath(directory, `${name}.m4a`), clip(milliseconds));
  }
}
