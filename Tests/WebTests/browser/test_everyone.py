"""For everyone: keyboards, small and enlarged pages, dark pages, other languages."""

from case import SiteCase
from tone import clip
from waiting import wait_until


class EveryoneTests(SiteCase):
    def fill_timeline(self):
        """Messages of several kinds."""
        self.server.post("ann", "Good morning")
        self.server.post("ben", "A longer message that does not fit into a line of a phone. " * 4)
        self.server.post("dana", "שלום, מה שלומך?")
        self.server.post("ben", None, clip(3))

    def test_everything_works_with_the_keyboard_alone(self):
        # In a page of its own: in Firefox, the Tab key leads on to the browser's own controls, and
        # buttons of the page ignore keys afterwards.
        self.assertEqual([], self.open().unreachable(), "the Tab key reaches every control")
        ann = self.open()
        ann.tab_to("name")
        ann.tab.type("ann")
        ann.tab_to("message")
        ann.tab.type("By keyboard")
        ann.tab.press("Enter")
        ann.wait_for_message("By keyboard")
        ann.tab_to("record")
        ann.tab.press("Enter")
        if self.browser.name == "firefox":
            wait_until(lambda: ann.focused_name() == "Continue", "the question has the focus")
            ann.tab.press("Enter")
        ann.wait_for_sound()
        self.check()
        ann.tab_to("stop recording")
        ann.tab.press("Space")
        wait_until(ann.can_listen, "the key stops the recording")
        ann.tab_to("send")
        ann.tab.press("Enter")
        wait_until(ann.clips, "the recording is posted")
        # The list is one tab stop, in which the arrow keys choose a message.
        ann.tab_to("messages", backward=True)
        ann.tab.press("ArrowUp")
        ann.tab.press("Space")
        wait_until(lambda: ann.position() > 0.1, "the key plays the clip")
        ann.tab.press("Tab")
        self.assertIn("Delete", ann.focused_name())
        ann.tab.press("Escape")
        self.assertIn("Message", ann.focused_name())
        self.assertTrue(ann.focus_is_visible())
        self.check()

    def post_own(self, page, text, sound=None):
        """Posts a message of the person of a page."""
        chatt = self.server.post("ann", text, sound)
        page.run("({id, deleteToken}) => localStorage.setItem(`chatter/token/${id}`, deleteToken)",
                 chatt)

    def check_width(self, page, width):
        """Checks that nothing is wider than the page."""
        page.wait_for_message("Good morning")
        self.assertLessEqual(page.content_width(), width)
        self.assertEqual([], page.clipped(), "controls outside of the page")
        self.check()

    def test_an_empty_page_is_read_from_its_first_line_on_the_smallest_phone(self):
        page = self.open("ann", width=320, height=400)
        page.tab.open(self.server.public_url)  # It has the invitation.
        wait_until(lambda: page.run("() => timeline.scrollHeight > timeline.clientHeight"), "it")
        page.tab.set_viewport(320, 380)
        notice = "() => document.getElementById('timeline-notice').getBoundingClientRect().top"
        top = page.run("() => timeline.getBoundingClientRect().top")
        self.assertGreaterEqual(page.run(notice), top)

    def test_a_page_of_320_pixels_needs_no_horizontal_scrolling(self):
        self.fill_timeline()
        page = self.open("ann", width=320, height=640)
        self.check_width(page, 320)
        page.start_recording()
        self.check_width(page, 320)
        page.stop_recording()
        self.check_width(page, 320)
        page.play(page.clips()[-1])
        wait_until(lambda: page.position() > 0.1, "the clip is played")
        self.check_width(page, 320)

    def test_short_clips_and_the_player_fit_on_the_smallest_phone(self):
        page = self.open("ann", width=320, height=640)
        self.server.post("ben", "Good morning")
        for seconds in (2, 3, 4):
            self.post_own(page, None, clip(seconds))
        wait_until(lambda: len(page.clips()) == 3, "the clips are there")
        page.play_all()
        wait_until(lambda: page.position() > 0.1, "a clip is played")
        self.assertEqual([], page.run("""() => [...document.querySelectorAll(".at")]
          .filter((time) => time.getClientRects().length > 1 || time.offsetHeight > 30)
          .map((time) => time.textContent)"""), "lengths with more than one line")
        rows = """() => new Set([...document.querySelectorAll("#player button, #player select")]
          .filter(shown).map((control) => Math.round(control.getBoundingClientRect().top))).size"""
        self.assertLessEqual(page.run(rows), 2, "rows of controls in a queue")
        self.check_width(page, 320)
        page.play(page.clips()[-1])
        wait_until(lambda: page.position() > 0.1, "a clip is played alone")
        self.assertLessEqual(page.run(rows), 2, "rows of controls of one clip")
        self.check_width(page, 320)
        self.picture(page, "phone-small-player")

    def test_a_message_keeps_its_height_as_it_gets_older(self):
        page = self.open("ann", width=320, height=640)
        self.server.post("Maximiliane", "Good morning")
        long = "A text of more than one line beside its buttons, and then below them"
        for text in ("Yes", long):
            self.post_own(page, text)
        page.reload()
        # What the browser has kept is shown first, and may lack the last message.
        page.wait_for_message(long)
        heights = """() => articles().map((article) => article.offsetHeight)"""
        before = page.run(heights)
        page.run("""() => document.querySelectorAll("time").forEach(
          (time) => { time.textContent = "59 min. ago"; })""")
        self.assertEqual(before, page.run(heights))
        beside, below = page.run("""() => {
          const [text] = [...articles().at(-1).querySelectorAll("p")];
          const range = document.createRange();
          range.selectNodeContents(text);
          const lines = [...range.getClientRects()].map(({right}) => right);
          return [lines[0], Math.max(...lines)];
        }""")
        self.assertLess(beside + 40, below, "the text is narrow only beside the buttons")
        self.picture(page, "phone-small-own")

    def test_a_page_enlarged_to_400_percent_needs_no_horizontal_scrolling(self):
        # 1280 by 1024 pixels have room for this much.
        self.fill_timeline()
        page = self.open("ann", width=320, height=256)
        self.check_width(page, 320)
        page.fill(page.message_field, "Enlarged")
        page.message_field.click()
        page.tab.press("Enter")
        page.wait_for_message("Enlarged")
        self.assertGreater(page.shown_height("Enlarged"), 10, "the message can be read")

    def test_a_phone_has_controls_for_fingers_and_keeps_directions_of_texts(self):
        self.fill_timeline()
        page = self.open("ann", width=390, height=844)
        self.check_width(page, 390)
        self.assertEqual([], page.small_controls(44), "controls smaller than 44 pixels")
        self.assertEqual("rtl", page.direction_of("שלום, מה שלומך?"))
        self.assertEqual("ltr", page.direction_of("Good morning"))
        self.picture(page, "phone-light")
        page.run("() => document.querySelector('summary').click()")
        self.assertEqual([], page.small_controls(44), "controls smaller than 44 pixels")
        self.check()
        self.picture(page, "phone-menu")

    def test_forbidden_notifications_are_explained(self):
        page = self.open("ann")
        page.run("""() => {
          Notification.requestPermission = async () => "denied";
          document.getElementById("notify").click();
        }""")
        wait_until(lambda: any("may not notify you" in text for text in page.notices()),
                   "a notice")
        self.assertFalse(page.run("() => document.getElementById('notify').checked"))

    def test_dark_pages_have_enough_contrast(self):
        if self.browser.name != "chromium":
            self.skipTest("Firefox cannot be switched while it runs")
        self.fill_timeline()
        page = self.open("ann")
        self.browser.devtools(page.tab, "Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark"}])
        page.wait_for_message("Good morning")
        self.check()
        self.picture(page, "desktop-dark")
        page.tab.set_viewport(390, 844)
        page.start_recording()
        self.check()
        self.picture(page, "phone-dark")

    def test_a_german_browser_shows_german(self):
        self.fill_timeline()
        page = self.open(locale="de-DE")
        page.wait_for_message("Good morning")
        self.assertEqual("de", page.tab.run("() => document.documentElement.lang"))
        self.check()
        self.picture(page, "german")
