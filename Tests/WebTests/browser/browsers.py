"""Chromium and Firefox: starts them with a fake microphone and the server's authority."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import urllib.request

from bidi import BiDiError, Connection
from server import HOST, ending_with_this, logged
from tab import Tab
from tone import write_tone
from waiting import HANG_SECONDS

# The name of the authority in the browsers' lists of certificates.
AUTHORITY = "chatterd"


class Browser:
    """A running browser. `connection` is its BiDi session."""

    name = ""

    def __init__(self, directory, authority):
        self.directory = pathlib.Path(directory)
        self.directory.mkdir(parents=True)
        self.log = self.directory / f"{self.name}.log"
        self.connection = None
        self.process = None
        try:
            self._start(authority)
        except BaseException:
            self.stop()
            raise

    def _start(self, authority):
        raise NotImplementedError

    def person(self):
        """A tab with storage that it shares with no other, as in the browser of another person."""
        created = self.connection.call("browser.createUserContext")
        return Tab(self.connection, created["userContext"])

    def stop(self):
        """Ends the browser and its processes."""
        if self.connection:
            self.connection.close()
        if self.process:
            try:
                if self.process.poll() is None and self._quit():
                    self.process.wait(HANG_SECONDS)
            finally:
                # The browser's processes are a group.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()

    def _quit(self):
        """Lets the browser quit by itself. Returns whether it does that."""
        return False

    def _run(self, command, home):
        environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                       "TZ": "UTC", "TMPDIR": str(self.directory)}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ending_with_this(command), env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True)

    def _logged(self, pattern):
        """The first match of a pattern in what the browser prints."""
        return logged(self.log, pattern, self.process)


class Chromium(Browser):
    """Chromium, started by chromedriver."""

    name = "chromium"

    def _start(self, authority):
        home = self.directory / "home"
        trust(authority, home / ".pki/nssdb")
        write_tone(self.directory / "tone.wav")
        self._run(["chromedriver", "--port=0"], home)
        port = self._logged(r"started successfully on port ([0-9]+)")[1]
        self.driver = f"http://127.0.0.1:{port}/session"
        capabilities = {
            "browserName": "chrome", "webSocketUrl": True, "unhandledPromptBehavior": "ignore",
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-audio-capture={self.directory / 'tone.wav'}",
                f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
                "--autoplay-policy=no-user-gesture-required",
                # A page that another tab covers must go on drawing.
                "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"]}}
        session = self.driver_call("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self.driver += f"/{session['sessionId']}"
        self.connection = Connection(session["capabilities"]["webSocketUrl"])

    def driver_call(self, method, path, parameters=None):
        """A command of WebDriver's older protocol, for what BiDi does not have."""
        request = urllib.request.Request(
            self.driver + path, json.dumps(parameters).encode() if parameters else None,
            {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=HANG_SECONDS) as response:
            return json.load(response)["value"]

    def devtools(self, tab, method, **parameters):
        """A command of the DevTools protocol for a tab."""
        self.driver_call("POST", "/window", {"handle": tab.context})
        return self.driver_call("POST", "/goog/cdp/execute", {"cmd": method, "params": parameters})

    def _quit(self):
        if self.connection is None:
            return False
        self.driver_call("DELETE", "")
        self.process.terminate()
        return True


class Firefox(Browser):
    """Firefox, which speaks BiDi itself."""

    name = "firefox"

    preferences = {
        # The fake microphone, without a question to the person.
        "media.navigator.streams.fake": True,
        "media.navigator.permission.disabled": True,
        "media.autoplay.default": 0,
        "network.dns.localDomains": HOST,
        # Nothing but the server is connected to.
        "app.update.enabled": False,
        "browser.safebrowsing.malware.enabled": False,
        "browser.safebrowsing.phishing.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "toolkit.telemetry.enabled": False,
    }

    def _start(self, authority):
        profile = self.directory / "profile"
        trust(authority, profile)
        (profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in self.preferences.items()))
        self._run(["firefox-esr", "--headless", "--no-remote", "--profile", profile,
                   "--remote-debugging-port=0"], self.directory)
        url = self._logged(r"WebDriver BiDi listening on (ws://[^\s]+)")[1]
        self.connection = Connection(f"{url}/session")
        self.connection.call("session.new", capabilities={
            "alwaysMatch": {"unhandledPromptBehavior": {"default": "ignore"}}})


def trust(authority, directory):
    """Adds an authority for servers to the certificates of a directory, which NSS reads."""
    directory.mkdir(parents=True, exist_ok=True)
    database = f"sql:{directory}"
    subprocess.run(["certutil", "-N", "-d", database, "--empty-password"], check=True)
    subprocess.run(["certutil", "-A", "-d", database, "-n", AUTHORITY, "-t", "C,,",
                    "-i", authority], check=True)


BROWSERS = {browser.name: browser for browser in (Chromium, Firefox)}
