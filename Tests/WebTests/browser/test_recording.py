"""Recordings: made with the fake microphone, kept, posted, and heard by others."""

import re

from case import SiteCase
from tone import SAMPLE_RATE, clip, samples, tone_share
from waiting import wait_until


class RecordingTests(SiteCase):
    def test_a_recording_is_heard_posted_and_played_by_another_person(self):
        ann, ben = self.open("ann"), self.open("ben", width=390, height=844)
        ann.start_recording()
        if self.browser.name == "chromium":
            # In Firefox, the clock of Web Audio stops on a computer without a sound card.
            wait_until(lambda: ann.level() > 0.01, "the meter shows the tone")
        self.picture(ann, "recording")
        self.check(ann)
        wait_until(lambda: ann.recorded_seconds() >= 1, "the page counts the seconds")
        ann.stop_recording()
        self.check(ann)
        ann.listen()
        wait_until(lambda: ann.position() > 0.3, "the recording is played before it is posted")
        ann.post_recording()
        wait_until(lambda: ann.bar_height() > 10, "her clip has its waveform before it is played")
        ben.play(wait_until(ben.clips, "the clip has arrived")[0])
        wait_until(lambda: ben.position() > 0.3, "the clip is played")
        self.picture(ben, "playing")
        self.check()
        audio = self.server.chatts()[0]["audio"]
        heard = samples(ben.download(audio["url"]))
        self.assertAlmostEqual(audio["duration"], len(heard) / SAMPLE_RATE, delta=0.1)
        # One chunk of a second was stored. Its first samples prepare the decoder.
        self.assertGreater(len(heard) / SAMPLE_RATE, 0.98)
        self.assertGreater(tone_share(heard), 0.8, "the clip has the microphone's tone")

    def test_a_full_store_costs_neither_a_message_nor_a_recording(self):
        ann = self.open("ann", width=390, height=844)
        ann.fill_store()
        ann.post("Written")
        wait_until(lambda: ann.messages() == ["Written"], "the text is posted")
        ann.start_recording()
        wait_until(lambda: ann.recorded_seconds() >= 1, "there is sound")
        ann.button("stop recording").click()
        wait_until(ann.can_listen, "the recording is finished")
        wait_until(lambda: any("no room" in text for text in ann.notices()), "the page says so")
        self.picture(ann, "full-store")
        self.check()
        self.assertEqual(["ended"], ann.run(
            "() => window.testRecorder.stream.getTracks().map((track) => track.readyState)"))
        ann.post_recording()
        wait_until(lambda: len(ann.clips()) == 1, "the recording is posted")
        ann.start_recording()
        wait_until(lambda: ann.recorded_seconds() >= 1, "there is sound")
        ann.discard_recording()
        self.assertEqual(0, ann.stored_chunks())

    def test_pressing_send_twice_while_it_records_sends_one_chatt(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.wait_for_sound()
        ann.button("send").run("(button) => { button.click(); button.click(); }")
        wait_until(lambda: self.server.chatts() and not ann.waiting(), "the recording is posted")
        self.assertFalse(ann.recording() or ann.can_listen())
        ann.post("After it")
        ann.wait_for_message("After it")
        self.assertEqual(2, len(self.server.chatts()))

    def test_send_without_a_name_ends_the_recording_and_sends_it_with_a_name(self):
        page = self.open()
        page.start_recording()
        page.wait_for_sound()
        page.button("send").click()
        wait_until(lambda: page.name_field.focused, "the name field has the focus")
        self.assertEqual((False, True), (page.recording(), page.can_listen()))
        self.assertEqual(["Enter your name, so that others know who writes."], page.problems())
        page.set_name("ann")
        page.button("send").click()
        chatt = wait_until(self.server.chatts, "the recording is posted")[0]
        self.assertEqual("ann", chatt["username"])
        self.assertIsNotNone(chatt["audio"])

    def test_a_pause_is_not_in_the_recording(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.wait_for_sound()
        ann.pause_recording()
        before = ann.recorded_seconds()
        self.assertRegex(ann.recording_text(), r"^Paused, \d:\d\d$")
        self.assertIn(ann.recording_text(), ann.announced())
        self.picture(ann, "paused")
        self.check()
        # A second of the microphone's tone, of which the encoder has nothing.
        self.assertEqual({"state": "paused", "bytes": 0}, ann.encoded_while_paused(1000))
        self.assertEqual(before, ann.recorded_seconds())
        ann.resume_recording()
        wait_until(lambda: ann.recorded_seconds() > before, "the recording continues")
        self.assertNotIn("Paused", ann.recording_text())
        ann.wait_for_sound(2)
        ann.stop_recording()
        ann.post_recording()
        chatt = wait_until(self.server.chatts, "the recording is posted")[0]
        self.assertGreater(chatt["audio"]["duration"], 1.98)

    def test_a_button_that_is_held_records_until_it_is_released(self):
        ann = self.open("ann")
        # The browser's question, which Firefox is asked for once, would interrupt the hold.
        ann.start_recording()
        ann.stop_recording()
        ann.discard_recording()
        button = ann.button("record")
        ann.tab.pointer(button.move(), {"type": "pointerDown", "button": 0})
        ann.wait_for_sound()
        ann.tab.pointer({"type": "pointerUp", "button": 0})
        wait_until(ann.can_listen, "the recording ends when the button is released")
        self.assertFalse(ann.recording())
        self.check()

    def test_a_press_of_a_person_stops_a_recording(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.wait_for_sound()
        # The level changes several times before the button is released.
        ann.tab.pointer(ann.button("stop recording").move(), {"type": "pointerDown", "button": 0},
                        {"type": "pause", "duration": 400}, {"type": "pointerUp", "button": 0})
        wait_until(ann.can_listen, "the recording is finished")
        self.check()

    def test_drafts_survive_a_reload_and_discarded_recordings_can_be_brought_back(self):
        ann = self.open("ann")
        ann.message_field.click()
        ann.tab.type("A draft")
        ann.start_recording()
        wait_until(lambda: ann.stored_draft() == "A draft", "the text is stored")
        ann.stop_recording()
        ann.reload()
        wait_until(lambda: ann.message == "A draft", "the text is there")
        wait_until(lambda: ann.can_listen(), "the recording is there")
        self.check()
        ann.discard_recording()
        self.check()
        ann.undo()
        ann.post_recording()
        chatt = wait_until(self.server.chatts, "the draft is posted")[0]
        self.assertEqual("A draft", chatt["message"])
        self.assertGreater(tone_share(samples(self.server.get(chatt["audio"]["url"]))), 0.8)

    def test_a_file_is_refused_at_once_unless_it_is_m4a_and_is_shown_with_its_name(self):
        ann = self.open("ann", width=320, height=640)
        ann.attach("homework.txt", b"Good morning, everybody")
        refusal = ("“homework.txt” is not an m4a file: choose a file from a voice recorder, "
                   "or record here.")
        wait_until(lambda: ann.problems() == [refusal], "the page says what is wrong")
        self.assertFalse(ann.can_listen())
        ann.attach("A long name of a memo in the morning.m4a", clip(3))
        wait_until(ann.can_listen, "the file is there")
        self.assertEqual([], ann.problems())
        self.assertIn("A long name of a memo", ann.recording_text())
        self.assertLessEqual(ann.content_width(), 320)
        self.check()
        self.picture(ann, "file")
        ann.listen()
        wait_until(lambda: "A long name of a memo" in ann.player.run("(player) => player.innerText"),
                   "the player names the file")
        ann.post_recording()
        wait_until(self.server.chatts, "the file is posted")

    def test_undo_says_which_recording_is_back_and_where_the_newer_one_is(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.stop_recording()
        ann.discard_recording()
        ann.start_recording()
        ann.stop_recording()
        ann.undo()
        said = r"^The recording of 0:0\d is back. Undo brings back the newer one of 0:0\d\."
        wait_until(lambda: re.search(said, " ".join(ann.notices())), "the page says what is back")
        self.picture(ann, "undo-replaced")
        self.check()

    def test_a_recording_that_must_be_sent_first_is_no_problem_once_it_is_discarded(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.stop_recording()
        ann.attach("memo.m4a", clip(1))
        wait_until(lambda: ann.problems() == ["Send or discard your recording first."],
                   "the page says what is wrong")
        ann.discard_recording()
        self.assertEqual([], ann.problems())

    def test_a_reload_while_recording_loses_at_most_a_second(self):
        ann = self.open("ann")
        ann.start_recording()
        ann.wait_for_sound(2)
        # What is not stored yet is less than a chunk, and a chunk is a second and a packet.
        stored, chunks = ann.stored_recording(), ann.stored_chunks()
        self.assertLess(len(samples(stored)) / SAMPLE_RATE, 1.06 * chunks)
        ann.reload()
        wait_until(lambda: ann.can_listen(), "the recording is there")
        ann.post_recording()
        chatt = wait_until(self.server.chatts, "the recording is posted")[0]
        posted = self.server.get(chatt["audio"]["url"])
        self.assertEqual(stored, posted[:len(stored)])
        self.assertGreater(chatt["audio"]["duration"], 1.98)
        self.assertGreater(tone_share(samples(posted)), 0.8)
