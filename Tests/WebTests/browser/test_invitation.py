"""Invitations: links and codes of which the page takes the token."""

import base64
import json
import pathlib
import subprocess
import tempfile
import time

from test_sign_in import SignInCase, bearer
from waiting import wait_until


class InvitationTests(SignInCase):
    """Where reading needs a token, too."""

    options = ("--posting", "token", "--reading", "token")

    def says(self, page, text):
        """Waits until the form says something."""
        wait_until(lambda: any(text in problem for problem in page.problems()), f"{text!r}")

    def test_sign_in_by_a_link(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        page = self.open()
        page.open_invitation(token, "&x=1")
        page.wait_for_message("Secret")
        self.assertEqual(page.url + "/#x=1", page.address())
        self.assertEqual("Signed in as ann", page.signed_in_as())
        self.assertEqual(["Signed in as ann."], page.notices())
        self.assertEqual([], page.token_fields())
        page.post("With a link")
        page.wait_for_message("With a link")
        stored = page.run("() => [localStorage.getItem('chatter/session'), history.length]")
        self.assertEqual({"token": token, "username": "ann"}, json.loads(stored[0]))
        page.reload()
        page.wait_for_message("Secret")
        page.sign_out()
        wait_until(lambda: page.messages() == [], "the messages are gone")
        self.assertIsNone(page.run("() => localStorage.getItem('chatter/session')"))
        self.assertIsNone(page.run("() => stored('drafts', 'get', 'session')"))

    def test_sign_in_by_a_link_that_is_pasted(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        page = self.open()
        page.sign_in(f"https://other.example/#token={token}")
        self.says(page, "This link is for other.example")
        self.check()
        page.sign_in(f"{page.url}/#")
        self.says(page, "This link has no valid token")
        page.sign_in(f"{page.url}/#token=chatter_wrong")
        self.says(page, "This link has no valid token")
        page.sign_in("chatter_wrong")
        self.says(page, "This is not a token of this server")
        # What is typed next replaces it.
        wait_until(lambda: page.run("""() => {
          const {value, selectionStart, selectionEnd} = document.activeElement;
          return value !== "" && selectionEnd - selectionStart === value.length;
        }"""), "the token is selected")
        page.sign_in(f" {page.url}/#token={token} ")
        page.wait_for_message("Secret")

    def test_sign_in_by_a_link_whose_token_is_wrong_or_expired(self):
        token = self.server.token("add", "ann")
        self.server.expire_tokens()
        for wrong, text in ((token, "has expired"), (token[:-4] + "AAAA", "wrong, or it has been"),
                            ("a%20b", "no valid token"), ("%E2%82%AC", "no valid token")):
            page = self.open()
            page.open_invitation(wrong)
            self.says(page, text)
            self.assertNotIn("token", page.address())
            self.assertEqual(1, len(page.token_fields()))
        self.picture(page, "sign-in-expired")

    def test_sign_in_by_a_link_replaces_a_token_once_the_server_accepts_it(self):
        ann, ben = (self.server.token("add", name) for name in ("ann", "ben"))
        page = self.open()
        page.open_invitation(ann)
        wait_until(lambda: page.signed_in_as() == "Signed in as ann", "ann is signed in")
        # The page is open already: only the fragment changes.
        page.open_invitation("chatter_wrong")
        wait_until(lambda: any("no valid token" in text for text in page.notices()), "a notice")
        self.check()
        self.assertEqual("Signed in as ann", page.signed_in_as())
        page.post("Still ann")
        page.wait_for_message("Still ann")
        page.open_invitation(ben)
        wait_until(lambda: page.notices() == ["Signed in as ben, no longer as ann."], "a notice")
        self.assertEqual("Signed in as ben", page.signed_in_as())
        self.assertEqual(page.url + "/", page.address())
        page.post("Now ben")
        page.wait_for_message("Now ben")
        self.assertEqual("ben", self.server.chatts(**bearer(ben))[0]["username"])

    def test_sign_in_by_an_empty_link(self):
        page = self.open()
        page.open_invitation("")
        wait_until(page.token_fields, "the field for a token")
        self.assertEqual(page.url + "/", page.address())


class AwayTests(SignInCase):
    """A server that is away when an invitation is opened."""

    options = ("--posting", "token", "--reading", "token")
    own_server = True

    def test_sign_in_by_a_link_waits_for_a_server_that_is_away(self):
        token = self.server.token("add", "ann")
        self.server.post("ann", "Secret", **bearer(token))
        page = self.open()
        wait_until(page.token_fields, "the field for a token")
        # The service worker has its files.
        page.run("() => navigator.serviceWorker.ready.then(() => true)")
        self.server.kill()
        page.open_invitation(token)
        wait_until(lambda: any("reach" in text for text in page.problems()), "the problem")
        self.assertEqual(1, len(page.token_fields()))
        self.server.start()
        page.button("sign in").click()
        page.wait_for_message("Secret")
        self.problems[:] = [text for text in self.problems if "ERR_" not in text]


class ProviderTests(SignInCase):
    """Tokens of an identity provider."""

    temporary = tempfile.TemporaryDirectory()
    directory = pathlib.Path(temporary.name)
    options = ("--posting", "token", "--jwks", str(directory / "keys.json"), "--token-issuer",
               "https://id.test", "--token-audience", "chatter")

    # The server does not run as root.
    directory.chmod(0o755)

    @staticmethod
    def encode(data):
        """Base64url of bytes, or of JSON."""
        given = data if isinstance(data, bytes) else json.dumps(data).encode()
        return base64.urlsafe_b64encode(given).decode().rstrip("=")

    def setUp(self):
        def openssl(*words):
            return subprocess.run(["openssl", *words], check=True, capture_output=True).stdout

        key = self.directory / "key.pem"
        if not key.exists():
            openssl("genpkey", "-algorithm", "ed25519", "-out", str(key))
        public = openssl("pkey", "-in", str(key), "-pubout", "-outform", "DER")[-32:]
        keys = [{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "x": self.encode(public)}]
        (self.directory / "keys.json").write_text(json.dumps({"keys": keys}))

        def sign(expiry):
            claims = {"iss": "https://id.test", "aud": "chatter", "sub": "ann", "exp": expiry}
            text = f"{self.encode({'alg': 'EdDSA'})}.{self.encode(claims)}"
            (self.directory / "text").write_text(text)
            signature = openssl("pkeyutl", "-sign", "-inkey", str(key), "-rawin", "-in",
                                str(self.directory / "text"))
            return f"{text}.{self.encode(signature)}"

        self.valid, self.expired = sign(time.time() + 3600), sign(time.time() - 3600)
        super().setUp()

    def test_sign_in_by_a_link_of_an_identity_provider(self):
        page = self.open()
        page.open_invitation(self.expired)
        wait_until(lambda: any("has expired" in text for text in page.problems()), "the problem")
        page.open_invitation(self.valid)
        wait_until(lambda: page.signed_in_as() == "Signed in as ann", "ann is signed in")
        page.post("With a JWT")
        page.wait_for_message("With a JWT")
        self.assertEqual("ann", self.server.chatts()[0]["username"])
