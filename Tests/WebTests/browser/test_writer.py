"""Clips of the page's own writer are accepted by the server and read by ffprobe."""

import pathlib
import subprocess

from case import SiteCase

DURATIONS = {"1ms": 0.001, "1s": 1, "10min": 600}
# ffprobe counts the samples that prepare the decoder: 312 at 48 kHz.
PRE_SKIP = 312 / 48000


class WriterTests(SiteCase):
    def test_clips_of_1_ms_to_10_min_are_accepted(self):
        if self.browser.name != "chromium":
            self.skipTest("it does not need a browser")
        clips = self.server.directory / "clips"
        script = pathlib.Path(__file__).parent.parent / "write-clips.mjs"
        subprocess.run(["node", script, clips], check=True)
        for name, seconds in DURATIONS.items():
            clip = clips / f"{name}.m4a"
            chatt = self.server.post("ann", name, clip.read_bytes())
            self.assertEqual(seconds, chatt["audio"]["duration"])
            probe = subprocess.run(
                ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
                 clip], check=True, capture_output=True, text=True)
            self.assertEqual("", probe.stderr)
            self.assertAlmostEqual(seconds + PRE_SKIP, float(probe.stdout), delta=0.0001)
