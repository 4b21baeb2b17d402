"""The contrast of texts and controls, in light and dark, in each state of the page."""

from case import SiteCase
from contrast import TOO_LITTLE
from test_sign_in import SignInCase
from tone import clip
from waiting import wait_until


class ContrastCase(SiteCase):
    """Checks states of a page."""

    def check_contrast(self, page, state):
        """Checks the present state, in Chromium in both schemes."""
        schemes = ("light", "dark") if self.browser.name == "chromium" else ("light",)
        for scheme in schemes:
            if self.browser.name == "chromium":
                self.browser.devtools(page.tab, "Emulation.setEmulatedMedia", features=[
                    {"name": "prefers-color-scheme", "value": scheme}])
            with self.subTest(state=state, scheme=scheme):
                self.assertEqual([], page.run(TOO_LITTLE), f"too little contrast: {state}, {scheme}")


class ContrastTests(ContrastCase):
    def test_an_empty_page_its_menu_and_its_questions_have_enough_contrast(self):
        page = self.open(width=390, height=844)
        wait_until(lambda: page.find_all("button", "say"), "the invitation")
        self.check_contrast(page, "empty")
        page.button("send").click()
        self.check_contrast(page, "no message")
        page.post("Without a name")
        wait_until(page.problems, "the page asks for a name")
        self.check_contrast(page, "no name")
        page.run("() => document.querySelector('summary').click()")
        self.check_contrast(page, "menu")
        page.button("go to a day").click()
        wait_until(lambda: page.find_all("button", "show"), "the question")
        self.check_contrast(page, "question")

    def test_messages_and_the_player_have_enough_contrast(self):
        for name in ("ann", "ben", "cleo", "dana", "Émile Zola"):
            self.server.post(name, f"From {name}: https://example.org/", clip(30))
        page = self.open("ann", width=390, height=844)
        wait_until(lambda: len(page.unheard()) == 5, "five clips are new")
        self.check_contrast(page, "messages")
        page.play(page.clips()[-1])
        wait_until(lambda: page.position() > 0.1, "the clip plays")
        self.check_contrast(page, "player")
        page.find_all("button", "more")[0].click()
        self.check_contrast(page, "menu of a message")
        page.tab.press("Escape")
        page.search("example")
        wait_until(lambda: page.find_all("button", "show in conversation"), "what was found")
        self.check_contrast(page, "search")

    def test_recordings_and_notices_have_enough_contrast(self):
        page = self.open("ann")
        page.start_recording()
        self.check_contrast(page, "recording")
        page.pause_recording()
        self.check_contrast(page, "paused recording")
        page.resume_recording()
        page.stop_recording()
        self.check_contrast(page, "recorded")
        page.discard_recording()
        wait_until(page.notices, "a notice")
        self.check_contrast(page, "notice")
        page.set_offline(True)
        page.wait_until_offline()
        page.post("Later")
        wait_until(page.waiting, "the message waits")
        self.check_contrast(page, "offline")

    def test_a_board_has_enough_contrast(self):
        self.server.post("ben", "Good morning", clip(3))
        page = self.open(width=1280, height=800)
        page.tab.open(f"{self.server.public_url}/?view=board")
        page.wait_for_message("Good morning")
        self.check_contrast(page, "board")


class SignInContrastTests(ContrastCase, SignInCase):
    options = ("--posting", "token", "--reading", "token")

    def test_the_form_for_a_token_has_enough_contrast(self):
        page = self.open(width=390, height=844)
        wait_until(page.token_fields, "the field for a token")
        self.check_contrast(page, "form")
        page.sign_in("wrong")
        wait_until(page.problems, "what is wrong")
        self.check_contrast(page, "wrong token")
        page.sign_in(self.server.token("add", "ann"))
        wait_until(page.signed_in_as, "signed in")
        page.run("() => document.querySelector('summary').click()")
        self.check_contrast(page, "menu of who is signed in")
