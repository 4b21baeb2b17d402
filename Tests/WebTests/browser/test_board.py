"""The board for a projector, and the page of a server without messages: both invite others."""

from case import SiteCase
from test_sign_in import bearer
from tone import clip
from waiting import wait_until

# The elements that are shown and cover a part of another one that does not contain them.
OVERLAPS = """() => {
  const all = [...document.querySelectorAll("article, #board > *, body > header > *")].filter(shown)
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([element, box]) => box.width > 1 && box.height > 1
      && (!element.matches("article") || element.closest("#timeline")));
  return all.flatMap(([one, a], index) => all.slice(index + 1)
    .filter(([other, b]) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1
      // What is scrolled out of the list is not shown.
      && Math.min(a.bottom, b.bottom) > document.getElementById("timeline").getBoundingClientRect().top)
    .map(([other]) => `${one.outerHTML.slice(0, 80)} covers ${other.outerHTML.slice(0, 80)}`));
}"""


class InvitationPage:
    """What pages show to invite others."""

    IMAGES = """() => Promise.all([...document.images].map((image) => image.decode().then(
      () => [new URL(image.src).pathname, image.alt !== "", image.clientWidth])))"""

    def images(self, page):
        """The path of each image that is shown, whether it has a text, and its width."""
        return [image for image in page.run(self.IMAGES) if image[2] > 0]

    def links(self, page):
        """The addresses of the links that are shown."""
        return page.run("() => [...document.links].filter(shown).map((link) => link.href)")


class BoardTests(SiteCase, InvitationPage):
    def open_board(self, width=1920, height=1080, url=None, locale="en-US"):
        """A board by an address that others can use."""
        return self.open(url=f"{url or self.server.public_url}/?view=board", width=width,
                         height=height, locale=locale)

    def make_dark(self, page):
        """Lets a page be dark, where the browser can be switched."""
        if self.browser.name == "chromium":
            self.browser.devtools(page.tab, "Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme", "value": "dark"}])

    def fill(self):
        """Messages of several people."""
        self.server.insert(30)
        self.server.post("ben", "Welcome to the open day. Scan the code and say hello!")
        self.server.post("dana", "A longer message that needs more than one line of the board. " * 3)
        self.server.post("carla", None, clip(3))
        self.server.post("ann", "Newest")

    def test_the_board_shows_large_messages_and_the_invitation(self):
        self.fill()
        board = self.open_board()
        board.wait_for_message("Newest")
        self.assertEqual([], board.find_all("textbox", "message"))
        self.assertEqual(["/trust/invitation.svg"], [path for path, _, _ in self.images(board)])
        self.assertIn(f"{self.server.public_url}/", self.links(board))
        for width, height, size in ((1920, 1080, 28), (1280, 720, 20)):
            board.tab.set_viewport(width, height)
            wait_until(board.at_end, "the newest message is in view")
            self.assertEqual([], board.run(OVERLAPS))
            self.assertEqual([], board.clipped())
            self.assertGreater(board.shown_height("Newest"), 20)
            text = board.run("() => parseFloat(getComputedStyle(articles()[0]).fontSize)")
            self.assertGreaterEqual(text, size)
            self.assertTrue(board.run(
                "() => articles().every((a) => shown(a.querySelector('bdi')) && a.querySelector('time')"
                ".clientWidth > 1)"), "each message has its name and time")
            self.check()
            self.picture(board, f"board-{width}")
        self.make_dark(board)
        self.check()
        self.picture(board, "board-1280-dark")
        board.tab.set_viewport(1920, 1080)
        self.check()
        self.picture(board, "board-1920-dark")
        board.tab.set_viewport(390, 844)
        self.assertLessEqual(board.content_width(), 390)
        self.check()
        self.picture(board, "board-390-dark")

    def test_the_board_appends_what_arrives_and_stays_a_board(self):
        self.fill()
        board = self.open_board()
        board.wait_for_message("Newest")
        board.wait_until_live()
        for number in range(12):
            self.server.post("ben", f"Arrival {number}")
        board.wait_for_message("Arrival 11")
        wait_until(board.at_end, "the newest message is in view")
        board.reload()
        board.wait_for_message("Arrival 11")
        wait_until(board.at_end, "the newest message is in view")
        self.assertEqual([], board.find_all("textbox", "message"))
        self.assertIsNone(board.last_read(), "a board notes nothing as read")
        self.assertIn("?view=board", board.address())

    def test_the_board_plays_arrivals_aloud_once_it_may(self):
        board = self.open_board(locale="de-DE")
        board.wait_until_live()
        button = board.tab.locate({"type": "css", "value": "#board button"})[0]
        self.assertEqual("Ankommendes laut abspielen", button.text)
        self.server.post("ben", "Silent", clip(48))
        board.wait_for_message("Silent")
        self.assertEqual(0, board.playing_elements())
        button.click()
        self.assertEqual("true", button.attribute("aria-pressed"))
        board.watch_titles()
        self.server.post("ben", "One", clip(0.6))
        self.server.post("ben", "Two", clip(48))
        wait_until(lambda: board.titles() == ["ben: One", "ben: Two"], "both play in their order")
        wait_until(lambda: board.playing_elements() == 1, "the second one plays")
        self.check()
        self.picture(board, "board-aloud-german")
        button.click()
        wait_until(lambda: board.playing_elements() == 0, "it is silent")

    def test_the_board_of_an_address_of_this_machine_alone_says_why_it_has_no_code(self):
        board = self.open_board(url=self.server.url)
        board.wait_until_live()
        self.assertEqual([], self.images(board))
        self.assertIn("Others cannot open this address", board.run(
            "() => document.getElementById('board').innerText"))


class ClosedBoardTests(SiteCase):
    options = ("--posting", "token", "--reading", "token")

    def test_the_board_of_a_closed_server_asks_for_a_token(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        board = self.open(url=f"{self.server.url}/?view=board", width=1280, height=720)
        wait_until(board.token_fields, "the field for a token")
        self.assertEqual([], board.messages())
        self.check()
        self.picture(board, "board-closed")
        board.sign_in(token)
        board.wait_for_message("Secret")
        self.assertEqual([], board.token_fields())
        self.assertEqual([], board.delete_buttons("Secret"))
        board.reload()
        board.wait_for_message("Secret")
        self.problems[:] = [text for text in self.problems if "40" not in text]


class OpenBoardTests(SiteCase):
    options = ("--posting", "token")

    def test_the_board_of_a_server_that_anybody_reads_needs_no_token(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "For everybody", **bearer(token))
        board = self.open(url=f"{self.server.url}/?view=board")
        board.wait_for_message("For everybody")
        self.assertEqual([], board.token_fields())


class EmptyTests(SiteCase, InvitationPage):
    def test_an_empty_server_invites_to_speak_and_others_to_come(self):
        ann = self.open("ann", url=self.server.public_url, width=390, height=844)
        wait_until(lambda: self.images(ann), "the QR code")
        self.assertIn(f"{self.server.public_url}/", self.links(ann))
        self.assertEqual([], ann.small_controls(44))
        self.check()
        self.picture(ann, "empty-390")
        ann.tab.set_viewport(320, 640)
        self.assertLessEqual(ann.content_width(), 320)
        self.check()
        self.picture(ann, "empty-320")
        if self.browser.name == "chromium":
            self.browser.devtools(ann.tab, "Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme", "value": "dark"}])
            self.check()
            self.picture(ann, "empty-320-dark")
            ann.tab.set_viewport(390, 844)
            self.picture(ann, "empty-390-dark")
        ann.start_recording("say")
        ann.wait_for_sound()
        self.assertEqual([], ann.find_all("button", "say"))
        self.assertFalse(ann.button("play all").enabled, "there is nothing to play")
        ann.stop_recording()
        self.assertEqual([], ann.find_all("button", "say"), "the recording waits to be sent")
        self.assertFalse(any("Press the microphone" in text for text in ann.statuses()))
        ann.post_recording()
        wait_until(lambda: len(ann.clips()) == 1, "the recording is posted")
        self.assertEqual([], self.images(ann))
        self.assertTrue(ann.button("play all").enabled)

    def test_an_empty_server_at_an_address_of_this_machine_alone_invites_nobody(self):
        ann = self.open("ann")
        wait_until(lambda: ann.find_all("button", "say"), "the button that records")
        self.assertEqual(0, ann.run("() => document.images.length"))
        self.assertNotIn(f"{self.server.url}/", self.links(ann))
