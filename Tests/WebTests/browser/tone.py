"""The tone of the fake microphones, and how to find it in a clip."""

import array
import functools
import math
import struct
import subprocess
import wave

# Hertz. Firefox's fake microphone has this tone by default.
FREQUENCY = 1000

SAMPLE_RATE = 8000


def write_tone(path, seconds=1, frequency=FREQUENCY, rate=48000):
    """Writes a WAV file of a sine, which Chromium's fake microphone repeats: whole periods join."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        step = 2 * math.pi * frequency / rate
        file.writeframes(b"".join(
            struct.pack("<h", round(16000 * math.sin(step * index)))
            for index in range(round(seconds * rate))))


def samples(clip):
    """The samples of a clip, one channel at SAMPLE_RATE, from -1 to 1.

    Raises AssertionError if ffmpeg cannot decode it.
    """
    process = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "pipe:0", "-f", "f32le", "-ac", "1",
         "-ar", str(SAMPLE_RATE), "pipe:1"], input=clip, capture_output=True, check=False)
    if process.returncode or process.stderr:
        raise AssertionError(f"ffmpeg cannot decode the clip: {process.stderr.decode()}")
    return array.array("f", process.stdout)


def power(values, frequency):
    """The mean power of values at a frequency, by the Goertzel algorithm."""
    factor = 2 * math.cos(2 * math.pi * frequency / SAMPLE_RATE)
    last = before = 0.0
    for value in values:
        last, before = value + factor * last - before, last
    return 2 * (last * last + before * before - factor * last * before) / len(values) ** 2


def tone_share(values, frequency=FREQUENCY):
    """The part of the power that a tone has, from 0 to 1: the median of tenths of a second."""
    length = SAMPLE_RATE // 10
    shares = []
    for start in range(0, len(values) - length + 1, length):
        part = values[start:start + length]
        whole = sum(value * value for value in part) / length
        shares.append(power(part, frequency) / whole if whole > 1e-8 else 0.0)
    return sorted(shares)[len(shares) // 2] if shares else 0.0


@functools.cache
def clip(seconds, frequency=FREQUENCY):
    """A clip with a tone, as an app records it."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
         f"sine=frequency={frequency}:duration={seconds}", "-ac", "1", "-ar", "16000",
         "-c:a", "aac", "-b:a", "32k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4",
         "pipe:1"], check=True, capture_output=True).stdout
