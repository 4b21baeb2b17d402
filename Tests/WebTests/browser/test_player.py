"""The player: seeking by keys and pointer, the rate, the queue."""

from case import SiteCase
from tone import clip
from waiting import wait_until

SECONDS = 48


class PlayerTests(SiteCase):
    def wait_for_position(self, page, seconds, what, delta=0):
        """Waits until the slider and the media element have a position; they move only by seeking
        while the clip is paused."""
        wait_until(lambda: abs(page.position() - seconds) <= delta, what)
        wait_until(lambda: abs(page.media().get("position", -1) - seconds) <= delta + 0.001, what)

    def test_keys_buttons_and_the_pointer_seek(self):
        self.server.post("ben", "A long one", clip(SECONDS))
        ann = self.open("ann")
        ann.play(wait_until(ann.clips, "the clip is there")[0])
        wait_until(lambda: ann.position() > 0.1, "the clip is played")
        self.assertRegex(ann.slider.attribute("aria-valuetext"), r"^Playing at 0:\d\d of 0:48$")
        ann.pause()
        ann.slider.focus()
        ann.tab.press("Home")
        self.wait_for_position(ann, 0, "Home seeks to the start")
        self.assertEqual("Paused at 0:00 of 0:48", ann.slider.attribute("aria-valuetext"))
        for key, position in (("ArrowRight", 5), ("ArrowRight", 10), ("ArrowLeft", 5),
                              ("PageUp", 15)):
            ann.tab.press(key)
            self.wait_for_position(ann, position, f"{key} seeks to {position} s")
        ann.skip_forward()
        self.wait_for_position(ann, 25, "ten seconds forward")
        ann.skip_back()
        self.wait_for_position(ann, 15, "ten seconds back")
        ann.slider.focus()
        ann.tab.press("End")
        wait_until(lambda: ann.position() > SECONDS - 1, "End seeks to the end")
        self.check()
        # The width of the thumb is worth less than two seconds.
        for part in (0.25, 0.75):
            ann.click_slider(part)
            self.wait_for_position(ann, SECONDS * part, f"the pointer seeks to {part}", 2)
        ann.drag_slider(0.75, 0.5)
        self.wait_for_position(ann, SECONDS / 2, "dragging seeks to the middle", 2)

    def test_one_clip_plays_at_a_time_and_at_the_chosen_rate(self):
        for text in ("One", "Two"):
            self.server.post("ben", text, clip(SECONDS))
        ann = self.open("ann")
        one, two = wait_until(lambda: len(ann.clips()) == 2 and ann.clips(), "two clips")
        ann.play(one)
        wait_until(lambda: ann.position() > 0.1, "the first clip is played")
        first = ann.media()["url"]
        ann.play(two)
        wait_until(lambda: ann.media().get("url", first) != first and ann.position() > 0.1,
                   "the second clip is played")
        self.assertEqual(1, ann.playing_elements())
        ann.set_rate(2)
        wait_until(lambda: ann.media().get("rate") == 2, "the rate is doubled")
        self.assertTrue(ann.media()["pitchKept"])

    def test_play_all_plays_in_order_of_arrival(self):
        for text in ("One", "Two", "Three"):
            self.server.post("ben", text, clip(0.6))
        ann = self.open("ann")
        wait_until(lambda: len(ann.clips()) == 3, "three clips")
        ann.watch_titles()
        ann.play_all()
        expected = [f"ben: {text}" for text in ("One", "Two", "Three")]
        wait_until(lambda: ann.titles() == expected, "all clips are played")
