"""The player: seeking by keys and pointer, the rate, the queue."""

import re

from case import SiteCase
from tab import wait_until
from tone import clip


class PlayerTests(SiteCase):
    def playing(self, seconds=48):
        """A page that plays a clip of 48 seconds."""
        self.server.post("ben", "A long one", clip(seconds))
        ann = self.open("ann")
        ann.play(wait_until(ann.clips, "the clip is there")[0])
        wait_until(lambda: ann.position() > 0.1, "the clip is played")
        return ann

    def test_keys_seek(self):
        ann = self.playing()
        ann.pause()
        ann.slider.focus()
        ann.tab.press("Home")
        wait_until(lambda: ann.position() == 0, "Home seeks to the start")
        ann.tab.press("ArrowRight")
        step = wait_until(ann.position, "the right arrow seeks")
        ann.tab.press("ArrowRight")
        wait_until(lambda: abs(ann.position() - 2 * step) < 0.2, "it seeks again")
        ann.tab.press("ArrowLeft")
        wait_until(lambda: abs(ann.position() - step) < 0.2, "the left arrow seeks back")
        ann.tab.press("PageUp")
        wait_until(lambda: ann.position() > step + 5, "Page Up seeks farther")
        ann.tab.press("End")
        wait_until(lambda: ann.position() > 47, "End seeks to the end")
        self.check()

    def test_the_pointer_seeks(self):
        ann = self.playing()
        ann.pause()
        for part in (0.25, 0.75):
            ann.click_slider(part)
            wait_until(lambda part=part: abs(ann.position() - 48 * part) < 2,
                       f"the pointer seeks to {part} of the clip")
        ann.drag_slider(0.75, 0.5)
        wait_until(lambda: abs(ann.position() - 24) < 2, "dragging seeks to the middle")

    def test_the_slider_speaks_the_position(self):
        ann = self.playing()
        self.assertRegex(ann.slider.attribute("aria-valuetext"), r"^Playing at 0:\d\d of 0:48$")
        ann.pause()
        wait_until(lambda: re.match(r"^Paused at 0:\d\d of 0:48$",
                                    ann.slider.attribute("aria-valuetext")),
                   "the slider speaks of a pause")

    def test_buttons_skip_ten_seconds(self):
        ann = self.playing()
        ann.pause()
        before = ann.position()
        ann.skip_forward()
        wait_until(lambda: abs(ann.position() - before - 10) < 0.5, "ten seconds forward")
        ann.skip_back()
        wait_until(lambda: abs(ann.position() - before) < 0.5, "ten seconds back")

    def test_a_doubled_rate_plays_twice_as_fast(self):
        ann = self.playing()
        ann.set_rate(2)
        wait_until(lambda: ann.media()["rate"] == 2, "the rate is doubled")
        self.assertTrue(ann.media()["pitchKept"])
        self.check()

    def test_one_clip_plays_at_a_time(self):
        for text in ("One", "Two"):
            self.server.post("ben", text, clip(5))
        ann = self.open("ann")
        one, two = wait_until(lambda: len(ann.clips()) == 2 and ann.clips(), "two clips")
        ann.play(one)
        wait_until(lambda: ann.position() > 0.1, "the first clip is played")
        first = ann.media()["url"]
        ann.play(two)
        wait_until(lambda: ann.media()["url"] != first and ann.position() > 0.1,
                   "the second clip is played")
        self.assertEqual(1, ann.playing_elements())

    def test_play_all_plays_in_order_of_arrival(self):
        for text in ("One", "Two", "Three"):
            self.server.post("ben", text, clip(0.6))
        ann = self.open("ann")
        wait_until(lambda: len(ann.clips()) == 3, "three clips")
        ann.play_all()
        expected = [chatt["audio"]["url"] for chatt in reversed(self.server.chatts())]
        wait_until(lambda: ann.plays() == expected, "all clips are played", 20)
