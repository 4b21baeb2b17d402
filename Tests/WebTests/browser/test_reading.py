"""A session of a person who cannot see the page, as a screen reader says it."""

import pathlib

from screen_reader import ScreenReader
from test_sign_in import SignInCase, bearer
from tone import clip
from waiting import wait_until

# What is said, to be read aloud. A test that fails prints what is said now.
TEXT = pathlib.Path(__file__).with_name("reading.txt")

# What differs from one session to another.
REPLACEMENTS = (
    # The length of what was recorded.
    (r"(Recording stopped, |From me\. Recording, )0:\d\d", r"\g<1>0:02"),
    # How long ago a message was written.
    (r", \d+ min\. ago:", ", now:"),
    (r"(text field, Token), •+", r"\1, hidden"),
)


class ReadingAloudTests(SignInCase):
    options = ("--posting", "token", "--reading", "token")
    maxDiff = None

    def setUp(self):
        if self.browser.name != "chromium":
            self.skipTest("Firefox does not show its accessibility tree")
        super().setUp()

    def test_a_session_of_ten_minutes_reads_well_aloud(self):
        token, ben = (self.server.token("add", name) for name in ("ann", "ben"))
        self.ben = bearer(ben)
        self.server.post("ben", "Good morning, everybody", **self.ben)
        page = self.open()
        reader = self.reader = ScreenReader(page, REPLACEMENTS)
        self.sign_in(page, token)
        for part in (self.read, self.record_and_send, self.listen_and_reply, self.search,
                     self.play_what_is_new, self.delete, self.sign_out):
            try:
                part(page)
            except AssertionError as error:
                raise AssertionError(f"{error}, after:\n" + "\n".join(reader.lines)) from error
        said = "\n".join(reader.lines).strip() + "\n"
        self.assertEqual(TEXT.read_text(), said, f"what is said:\n{said}")

    def sign_in(self, page, token):
        """Signs in, with a wrong token first."""
        reader = self.reader
        reader.chapter("Signing in")
        wait_until(page.token_fields, "the field for a token")
        reader.go_to("Token")
        page.tab.type("wrong")
        page.tab.press("Enter")
        reader.hear("not a token")
        reader.press()
        page.tab.type(token)
        page.tab.press("Enter")
        reader.hear("Signed in")
        # Else it goes away by itself, sooner or later while the stops are read.
        page.run("() => document.querySelector('.notice button').click()")
        page.wait_for_message("Good morning, everybody")
        page.wait_until_live()
        reader.press()

    def read(self, page):
        """Waits for an arrival, and reads the messages with the arrow keys."""
        reader = self.reader
        reader.chapter("Reading")
        self.server.post("ben", "The weather is fine", clip(6), **self.ben)
        reader.hear("The weather is fine")
        wait_until(page.clips, "the clip is there")
        reader.go_to("^region, Messages", "Shift", "Tab")
        for key in ("ArrowUp", "ArrowUp", "ArrowDown", "Tab", "Tab", "Tab", "Escape"):
            reader.press(key)

    def record_and_send(self, page):
        """Records, and sends the recording with a text."""
        reader = self.reader
        reader.chapter("Recording")
        reader.go_to("Record")
        page.tab.press("Enter")
        reader.hear("^Recording")
        reader.press()
        page.wait_for_sound()
        page.tab.press("Enter")
        reader.hear("stopped")
        wait_until(lambda: page.focused_name() == "Listen", "it can be heard at once")
        for keys in ((), ("Tab",), ("Tab",)):
            reader.press(*keys)
        reader.type("From me")
        page.tab.press("Enter")
        reader.hear("Sent")
        wait_until(lambda: len(page.clips()) == 2, "it is sent")

    def listen_and_reply(self, page):
        """Plays a clip, goes to a second of it, and replies from the menu."""
        reader = self.reader
        reader.chapter("Listening, and a reply at a second")
        reader.go_to("^region, Messages", "Shift", "Tab")
        reader.press("End")
        reader.press("ArrowUp")
        page.tab.press("Space")
        wait_until(lambda: page.position() > 0.1, "the clip plays")
        reader.go_to("Pause")
        page.tab.press("Enter")
        wait_until(lambda: page.playing_elements() == 0, "the clip pauses")
        reader.press()
        page.tab.press("Tab")
        page.tab.press("Home")
        wait_until(lambda: page.position() == 0, "the beginning")
        page.tab.press("ArrowRight")
        wait_until(lambda: page.position() == 5, "five seconds later")
        reader.press()
        reader.read_to("Close the player")
        reader.go_to("More about", "Shift", "Tab")
        reader.press("Enter")
        for _ in range(4):
            reader.press("ArrowDown")
        reader.press("Enter")
        reader.type("Indeed")
        page.tab.press("Enter")
        reader.hear("Sent")
        wait_until(lambda: len(page.messages()) == 4 and not page.waiting(), "it is sent")
        reader.go_to("^region, Messages", "Shift", "Tab")
        reader.press("End")

    def search(self, page):
        """Searches, and goes to the place of what it has found."""
        reader = self.reader
        reader.chapter("Searching")
        reader.go_to("Search", "Shift", "Tab")
        # At once: a search begins while somebody types.
        page.fill(page.find("searchbox", "search"), "weather")
        reader.hear("1 found")
        reader.go_to("^region, Messages")
        reader.press("ArrowUp")
        reader.press("Tab")
        reader.press("Tab")
        page.tab.press("Enter")
        wait_until(lambda: len(page.messages()) == 4, "all messages")
        wait_until(lambda: "fine" in page.focused_name(), "the message has the focus")
        reader.press()

    def play_what_is_new(self, page):
        """Plays what is new, to its end."""
        reader = self.reader
        reader.chapter("Playing what is new")
        for text in ("One", "Two"):
            self.server.post("ben", text, clip(1), **self.ben)
            reader.hear(text)
        wait_until(lambda: len(page.unheard()) == 3, "three clips are new")
        reader.go_to("Play what is new", "Shift", "Tab")
        page.tab.press("Enter")
        wait_until(lambda: page.unheard() == [], "all were played")
        reader.press()

    def delete(self, page):
        """Deletes a message, after a question."""
        reader = self.reader
        reader.chapter("Deleting")
        reader.go_to("^region, Messages")
        reader.press("End")
        reader.go_to("Indeed", "ArrowUp")
        reader.press("Tab")
        reader.press("Enter")
        reader.press("Shift", "Tab")
        page.tab.press("Enter")
        reader.hear("was deleted")
        wait_until(lambda: page.focused_name() == "Message", "the next message can be written")
        reader.press()

    def sign_out(self, page):
        """Signs out, in the menu."""
        reader = self.reader
        reader.chapter("Signing out")
        reader.go_to("Menu", "Shift", "Tab")
        reader.press("Enter")
        reader.read_to("Sign out")
        page.tab.press("Enter")
        reader.hear("Signed out")
        reader.press()
        wait_until(page.token_fields, "the field for a token")
        reader.go_to("Token")
