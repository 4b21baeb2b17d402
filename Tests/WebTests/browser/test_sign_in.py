"""Servers that need tokens: signing in, what it opens, revocations, and signing out."""

from case import SiteCase
from tone import clip
from waiting import wait_until


def bearer(token):
    """The field of a request with a token."""
    return {"Authorization": f"Bearer {token}"}


class SignInCase(SiteCase):
    """What the tests of both kinds of servers share."""

    def denied(self):
        """Forgets the refusals that the browser reports as errors."""
        self.problems[:] = [text for text in self.problems if "40" not in text]

    def tearDown(self):
        self.denied()
        super().tearDown()


class PostingTests(SignInCase):
    options = ("--posting", "token")

    def test_reading_is_open_and_posting_needs_a_token(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Good morning", **bearer(token))
        page = self.open(width=400)
        page.wait_for_message("Good morning")
        wait_until(page.token_fields, "the field for a token")
        self.assertEqual([], page.find_all("textbox", "message"))
        self.check()
        self.picture(page, "sign-in-to-post")
        page.sign_in("chatter_wrong")
        wait_until(lambda: any("not a token" in text for text in page.problems()),
                   "the page says that the token is wrong")
        self.check()
        page.sign_in(token)
        page.post("With a token")
        page.wait_for_message("With a token")
        self.assertEqual("ann", page.name)
        self.assertEqual([True, "Signed in as"], page.name_field.run(
            "(field) => [field.readOnly, field.labels[0].textContent.trim()]"))
        self.assertEqual("ann", self.server.chatts()[0]["username"])


class ReadingTests(SignInCase):
    options = ("--posting", "token", "--reading", "token")

    def test_nothing_is_shown_before_and_everything_after_signing_in(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Listen", clip(48), **bearer(token))
        page = self.open()
        wait_until(page.token_fields, "the field for a token")
        self.assertEqual([], page.messages())
        part = page.run("""() => {
          const {top} = document.getElementById("token").getBoundingClientRect();
          return top / innerHeight;
        }""")
        self.assertLess(part, 0.5, "the form is where people look first")
        self.picture(page, "sign-in-to-read")
        self.check()
        page.sign_in(token)
        page.wait_for_message("Listen")
        page.wait_until_live()
        self.server.post("ann", "At once", **bearer(token))
        page.wait_for_message("At once")
        page.play(page.clips()[0])
        wait_until(lambda: page.position() > 0.1, "the clip is played")
        self.assertTrue(page.media()["url"].startswith("blob:"))
        page.delete("At once")
        wait_until(lambda: page.messages() == ["Listen"], "the message is deleted")
        page.sign_out()
        wait_until(lambda: page.messages() == [], "the messages are gone")
        self.assertEqual(0, page.playing_elements())
        self.assertTrue(page.run("() => document.getElementById('player').hidden"))

    def test_a_reload_stays_signed_in_and_signing_out_leaves_nothing_to_read(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        page = self.open()
        page.sign_in(token)
        page.wait_for_message("Secret")
        wait_until(page.stored_chatts, "the timeline is stored")
        page.reload()
        page.wait_for_message("Secret")
        page.message_field.click()
        page.tab.type("Half a thought")
        wait_until(lambda: page.stored_draft() == "Half a thought", "the text is stored")
        page.sign_out()
        wait_until(lambda: page.messages() == [], "the messages are gone")
        wait_until(page.token_fields, "the field for a token")
        wait_until(lambda: page.stored_chatts() == 0, "nothing is stored")
        page.reload()
        wait_until(page.token_fields, "the field for a token")
        self.assertEqual([], page.messages())
        page.sign_in(token)
        page.wait_for_message("Secret")
        self.assertEqual("Half a thought", page.message)

    def test_a_link_to_a_message_leads_there_after_signing_in(self):
        token = self.server.token("add", "ann")
        first = self.server.post("ann", "Far away", **bearer(token))
        self.server.insert(60)
        for sign_in in ("sign_in", "open_invitation"):
            page = self.open(url=f"{self.server.url}/#{first['id']}")
            page.url = self.server.url
            # An invitation is opened at once, perhaps before the page knows that it needs a token.
            getattr(page, sign_in)(token)
            page.wait_for_message("Far away")
            wait_until(lambda: 0 < page.top_of("Far away") < 800, "the message is in view")
            wait_until(lambda: page.address() == page.url + "/", "the address is that of the page")

    def test_a_revocation_ends_reading(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        page = self.open()
        page.sign_in(token)
        page.wait_for_message("Secret")
        self.server.token("revoke", "ann")
        wait_until(page.token_fields, "the page asks for another token")
        self.assertEqual([], page.messages())
        self.assertTrue(any("no longer valid" in text for text in page.problems()))
        self.picture(page, "sign-in-revoked")

    def test_a_revocation_ends_a_recording_which_is_there_after_signing_in_again(self):
        token = self.server.token("add", "ann")
        page = self.open()
        page.sign_in(token)
        wait_until(lambda: not page.token_fields(), "the page accepts the token")
        page.wait_until_live()
        page.start_recording()
        page.wait_for_sound()
        self.server.token("revoke", "ann")
        wait_until(page.token_fields, "the page asks for another token")
        wait_until(lambda: page.run("() => window.testRecorder.state") == "inactive",
                   "the microphone is off")
        page.sign_in(self.server.token("add", "ann"))
        wait_until(page.can_listen, "the recording is there")
