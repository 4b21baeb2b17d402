"""Listening: what is new, from the first clip to the last, over visits, tabs and faults."""

from case import SiteCase
from tone import clip
from waiting import wait_until


class ListeningTests(SiteCase):
    own_server = True

    def post_clips(self, *texts, seconds=0.6):
        """Posts clips of ben, and returns the chatts."""
        return [self.server.post("ben", text, clip(seconds)) for text in texts]

    def test_new_clips_play_from_the_first_to_arrivals_and_are_then_heard(self):
        self.post_clips("One", "Two")
        ann = self.open("ann", width=390, height=844)
        wait_until(lambda: ann.unheard() == ["One", "Two"], "two clips are new")
        self.check()
        self.picture(ann, "new")
        ann.watch_titles()
        ann.button("play new").click()
        wait_until(lambda: "ben: One" in ann.titles(), "the first one plays")
        self.post_clips("Three")
        wait_until(lambda: ann.titles() == ["ben: One", "ben: Two", "ben: Three"], "all play")
        wait_until(lambda: ann.unheard() == [], "all are heard")
        ann.reload()
        wait_until(lambda: len(ann.clips()) == 3, "the clips are there")
        self.assertEqual([], ann.unheard())
        self.post_clips("Four")
        wait_until(lambda: ann.unheard() == ["Four"], "only what has arrived is new")

    def test_own_clips_and_those_before_the_first_visit_are_not_new(self):
        self.server.insert(60)
        ann = self.open("ann")
        self.server.post("ann", "From her phone", clip(0.6))
        ann.wait_for_message("From her phone")
        wait_until(lambda: ann.unheard() == ["From her phone"], "another device is another person")
        ann.start_recording()
        ann.stop_recording()
        ann.post_recording()
        wait_until(lambda: len(ann.clips()) == 2, "the recording is posted")
        self.assertEqual(["From her phone"], ann.unheard())

    def test_what_cannot_be_played_is_skipped_and_named(self):
        chatts = self.post_clips("One", "Broken", "Gone", "Last")
        ann = self.open("ann")
        wait_until(lambda: len(ann.unheard()) == 4, "four clips are new")
        ann.answer(chatts[1]["audio"]["url"], 200, "no sound")
        ann.answer(chatts[2]["audio"]["url"], 404, "{}")
        ann.watch_titles()
        ann.button("play new").click()
        wait_until(lambda: ann.unheard() == ["Broken", "Gone"], "what can be played was played")
        self.assertEqual("ben: Last", ann.titles()[-1])
        wait_until(lambda: any("was skipped" in text for text in ann.notices()), "a notice")

    def test_a_clip_that_is_deleted_while_it_plays_ends(self):
        [one] = self.post_clips("One", seconds=48)
        ann = self.open("ann")
        wait_until(ann.clips, "the clip is there")
        ann.play(ann.clips()[0])
        wait_until(lambda: ann.position() > 0.1, "the clip plays")
        self.server.delete(one)
        wait_until(lambda: ann.playing_elements() == 0, "it ends")
        wait_until(lambda: any("deleted" in text for text in ann.notices()), "a notice")

    def test_each_clip_is_downloaded_once_and_plays_again_without_a_network(self):
        [one] = self.post_clips("One")
        ann = self.open("ann")
        wait_until(ann.clips, "the clip is there")
        ann.play(ann.clips()[0])
        wait_until(lambda: ann.unheard() == [], "the clip was heard")
        downloads = self.server.log.read_text().count(f'"path":"{one["audio"]["url"]}"')
        self.assertEqual(1, downloads)
        ann.set_offline(True)
        ann.wait_until_offline()
        ann.play(ann.clips()[0])
        wait_until(lambda: ann.position() > 0.1, "it plays again")

    def test_two_tabs_share_what_was_heard(self):
        self.post_clips("One")
        ann = self.open("ann")
        other = ann.another_tab()
        for page in (ann, other):
            wait_until(lambda page=page: page.unheard() == ["One"], "the clip is new")
        # The tab that was opened last is in front.
        other.play(other.clips()[0])
        wait_until(lambda: ann.unheard() == [], "the other tab knows that it was heard")


class ReadingOnTests(SiteCase):
    def test_the_page_opens_at_what_was_not_read_with_its_number(self):
        self.server.insert(10)
        ann = self.open("ann", width=390, height=844)
        ann.wait_for_message("Message 9")
        wait_until(ann.last_read, "the page notes what was read")
        ann.tab.open("about:blank")
        for number in range(80):
            self.server.post("ben", f"New {number}")
        ann.open()
        ann.wait_for_message("New 79")
        wait_until(lambda: ann.first_unread() == "New 0", "the mark is before what is new")
        wait_until(lambda: 0 < ann.top_of("New 0") < 400, "the page opens there")
        self.assertFalse(ann.at_end())
        self.assertRegex(ann.newest_label(), r"^Newest messages, \d+ not read$")
        self.check()
        self.picture(ann, "unread")
        ann.button("newest").click()
        wait_until(ann.at_end, "the newest message")

    def test_two_thousand_new_clips_and_forty_unread_ones_have_their_places_and_numbers(self):
        first = self.server.post("ben", "First", clip(0.6))
        ann = self.open("ann", width=390, height=844)
        wait_until(lambda: ann.last_read() == first["id"], "the page notes what was read")
        for number, count in ((0, 1960), (1960, 40)):
            ann.tab.open("about:blank")
            self.server.insert_clips(first, count, number)
            ann.open()
            wait_until(lambda text=f"Clip {number}": ann.first_unread() == text, "the mark")
            wait_until(lambda text=f"Clip {number}": 0 < ann.top_of(text) < 400, "it is in view")
            left = ann.not_read()
            self.assertTrue(count - 10 < left < count, f"{left} of {count} are not in view")
            if number == 0:
                ann.button("newest").click()
                wait_until(ann.at_end, "the newest clip")
                wait_until(lambda: ann.not_read() == 0, "all are read")
        self.assertRegex(ann.play_label(), r"^Play what is new: \d+\+ clips$")
        ann.watch_titles()
        ann.button("play new").click()
        wait_until(lambda: ann.titles()[:2] == ["ben: First", "ben: Clip 0"],
                   "the first clips play")
        wait_until(lambda: ann.play_label() == f"Play what is new: {len(ann.unheard())} clips"
                   and len(ann.unheard()) > 1900, "all clips are loaded")
        wait_until(lambda: 0 < ann.top_of(ann.titles()[-1].removeprefix("ben: ")) < 800,
                   "the list follows")
        # axe-core takes minutes for a page of this length.
        self.pages.remove(ann)
        ann.tab.close()

    def test_a_link_leads_to_its_message_and_second(self):
        first = self.server.post("ben", "Far away", clip(48))
        self.server.insert(120)
        ann = self.open("ann")
        ann.wait_for_message("Message 119")
        ann.run("(id) => { location.hash = `${id},0:42`; }", first["id"])
        ann.wait_for_message("Far away")
        wait_until(lambda: 0 < ann.top_of("Far away") < 800, "the message is in view")
        wait_until(lambda: ann.media().get("position", 0) >= 42, "its clip plays from there")

    def test_the_way_to_the_newest_message_is_hidden_where_it_is_in_view(self):
        first = self.server.post("ben", "First")
        self.server.post("ben", "Newest")
        ann = self.open("ann", height=500)
        ann.wait_for_message("Newest")
        hidden = "() => document.getElementById('to-newest').hidden"
        ann.run("(id) => { location.hash = id; }", first["id"])
        wait_until(lambda: ann.focused_name().startswith("ben"), "the message is chosen")
        self.assertTrue(ann.run(hidden))
        self.server.insert(40)
        ann.wait_for_message("Message 39")
        wait_until(lambda: not ann.run(hidden), "the way to the newest")
        ann.search("Message 39")
        wait_until(lambda: ann.messages() == ["Message 39"], "the search has found it")
        wait_until(lambda: ann.run(hidden), "no way to the newest")

    def test_a_link_to_no_message_says_that_it_may_never_have_been_there(self):
        ann = self.open("ann")
        ann.wait_until_live()
        ann.run("() => { location.hash = 'garbage'; }")
        ann.run("() => { location.hash = '01942485-5e23-7d27-9f0c-0d6a4b0e8a51'; }")
        wait_until(lambda: any("or never was here" in text for text in ann.notices()), "a notice")
        self.problems[:] = [text for text in self.problems if "404" not in text]

    def test_a_reply_shows_whom_it_is_for_and_has_no_address_to_break(self):
        self.server.post("ben", "Good morning")
        second = self.server.post("Mia", "Lunch at noon")
        ann = self.open("ann", width=390, height=844)
        ann.wait_for_message("Lunch at noon")
        ann.reply_to("Good morning")
        self.assertEqual(("Replying to ben", ""), (ann.replying_to(), ann.message))
        ann.tab.press("Escape")
        self.assertEqual("", ann.replying_to())
        ann.reply_to("Good morning")
        ann.reply_to("Lunch at noon")
        ann.tab.type("Gladly")
        self.assertEqual(("Replying to Mia", "Gladly"), (ann.replying_to(), ann.message))
        self.check()
        self.picture(ann, "reply")
        wait_until(lambda: ann.stored_draft() == f"{self.server.url}/#{second['id']} Gladly",
                   "the draft is stored")
        ann.reload()
        wait_until(lambda: (ann.replying_to(), ann.message) == ("Replying to Mia", "Gladly"),
                   "the draft is a reply")
        ann.button("send").click()
        wait_until(lambda: len(self.server.chatts()) == 3 and not ann.waiting(), "it is sent")
        self.assertEqual(f"{self.server.url}/#{second['id']} Gladly",
                         self.server.chatts()[0]["message"])
        self.assertEqual(("", ""), (ann.replying_to(), ann.message))
        self.assertRegex(ann.run("() => articles().at(-1).ariaLabel"),
                         r"^ann, now: Mia: Lunch at noon Gladly$")
        # A quotation of the reply has no address either.
        reply = self.server.chatts()[0]
        self.server.post("ben", f"{self.server.url}/#{reply['id']} At noon")
        wait_until(lambda: "ann: Gladly" in ann.messages()[-1], "the quotation")

    def test_a_quotation_of_a_deleted_message_says_that_it_was_deleted(self):
        quoted = self.server.post("ben", "A mistake")
        self.server.post("ann", f"{self.server.url}/#{quoted['id']} Really?")
        ann = self.open("ann")
        wait_until(lambda: any("ben: A mistake" in text for text in ann.messages()), "a quotation")
        ann.wait_until_live()
        self.server.delete(quoted)
        wait_until(lambda: any("was deleted" in text for text in ann.messages()),
                   "the quotation changes")
        self.assertFalse(any("A mistake" in text for text in ann.messages()))

    def test_a_search_marks_its_words_and_leads_to_their_place(self):
        self.server.post("ben", "The café is open")
        self.server.insert(120)
        ann = self.open("ann")
        ann.wait_for_message("Message 119")
        ann.search("cafe")
        ann.wait_for_message("The café is open")
        self.assertEqual(["café"], ann.run("() => articles().flatMap((a) =>"
                                           "[...a.querySelectorAll('mark')].map((m) => m.innerText))"))
        self.check()
        self.picture(ann, "search")
        ann.button("show in conversation").click()
        wait_until(lambda: "Message 0" in ann.messages(), "all messages")
        wait_until(lambda: 0 < ann.top_of("The café is open") < 800, "the message is in view")
