import { opusHead, silence } from "../write-clips.mjs";

/** A WebM file of silence with elements of unknown length, as browsers record it. */
export function webM(packetCount) {
  const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  const block = [0xa3, 0x80 | (4 + silence.length), 0x81, 0, 0, 0x80, ...silence];
  const cluster = [0x1f, 0x43, 0xb6, 0x75, ...unknown, 0xe7, 0x81, 0];
  const bytes = [
    0x1a, 0x45, 0xdf, 0xa3, 0x01, 0, 0, 0, 0, 0, 0, 4, 0x42, 0x86, 0x81, 1,
    0x18, 0x53, 0x80, 0x67, ...unknown,
    0x16, 0x54, 0xae, 0x6b, ...unknown,
    0xae, 0x80 | (opusHead.length + 6), 0xd7, 0x81, 1, 0x63, 0xa2, 0x80 | opusHead.length,
    ...opusHead,
  ];
  for (let index = 0; index < packetCount; index += 1) {
    bytes.push(...(index % 25 ? [] : cluster), ...block);
  }
  return Uint8Array.from(bytes);
}
