/** Clips that are longer would take too much memory to decode: 8 kHz need 19 MB. */
const secondsMax = 600;
const sampleRate = 8000;
/** The waveforms that are kept. */
const keptMax = 500;

/**
 * Returns the loudest samples of equal parts of a clip, from 0 to 1; null if the browser cannot
 * decode it, or if it is too long. They are kept by the digest of the clip.
 * @param {import("./clip-player.js").Source} source
 */
export async function peaks(source, count, { database, decode = decodeClip, fetchClip }) {
  const { sha256, blob, url, duration } = source;
  const kept = sha256 && (await database.get("peaks", sha256));
  if (kept) return kept;
  if (duration > secondsMax) return null;
  try {
    const found = peaksOf(await decode(await (blob ?? (await fetchClip(url))).arrayBuffer()), count);
    if (sha256) await keep(database, sha256, found);
    return found;
  } catch {
    return null;
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

async function keep(database, sha256, found) {
  const keys = await database.keys("peaks");
  for (const key of keys.slice(0, Math.max(0, keys.length - keptMax + 1))) {
    await database.delete("peaks", key);
  }
  await database.put("peaks", sha256, found);
}

async function decodeClip(bytes) {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  return (await context.decodeAudioData(bytes)).getChannelData(0);
}
