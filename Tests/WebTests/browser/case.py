"""What every browser test has: a server, a browser, and a look at what must never happen."""

import os
import pathlib
import re
import shutil
import tempfile
import unittest

from page import Page
from server import Server

# Reports the violations of the content security policy, and errors that nothing has caught.
WATCH = """(report) => {
  addEventListener("securitypolicyviolation", (event) => report(
    `${event.effectiveDirective} forbids ${event.blockedURI} ${event.sample}`.trim()), true);
}"""

# Keeps the media elements that the page plays, which need not be in its document, and what records.
# Firefox stops playing where there is no sound card, unless the element is muted.
WATCH_MEDIA = """() => {
  window.testMedia = new Set();
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    window.testMedia.add(this);
    if (MUTE) this.muted = true;
    return play.call(this);
  };
  const {start} = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (...given) {
    window.testRecorder = this;
    return start.apply(this, given);
  };
}"""

# Finished animations first: a half transparent text has little contrast. axe-core itself runs in a
# realm of its own, which the page's policy does not apply to.
FINISH_ANIMATIONS = """async () => {
  const ending = document.getAnimations().filter(
    (animation) => animation.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));
}"""

CHECK_ACCESSIBILITY = """async () => {
  const {violations} = await axe.run(document);
  return violations.map(({id, help, nodes}) =>
    [`${id}: ${help}`, ...nodes.map(({html, failureSummary}) => `${html}: ${failureSummary}`)]
      .join("\\n  "));
}"""


# What axe-core sees of a page, without texts: two pages with the same elements in the same states
# have the same violations. Messages that are alike count once.
STATE = """() => {
  const values = new Set(["role", "class", "type", "lang", "dir", "tabindex", "for", "open"]);
  const skipped = new Set(["id", "style", "title", "src", "href", "datetime"]);
  const describe = (element) => element.localName
    + [...element.attributes].filter(({name}) => !skipped.has(name)).map(({name, value}) =>
      values.has(name) || /^(true|false)$/.test(value) ? ` ${name}=${value}` : ` ${name}`
      + (value ? "+" : "")).sort().join("")
    + ([...element.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim()) ? "T" : "")
    + (element.checkVisibility({visibilityProperty: true}) ? "" : "-")
    + "(" + [...new Set([...element.children].map(describe))].join() + ")";
  return [innerWidth, innerHeight, matchMedia("(prefers-color-scheme: dark)").matches,
    location.pathname, describe(document.documentElement)].join();
}"""

# Delays requests, responses and what is read of them, so that a test fails that depends on their
# speed.
DELAY = """() => {
  const later = () => new Promise((done) => setTimeout(done, 250));
  const {fetch} = window;
  window.fetch = async (...request) => {
    await later();
    const response = await fetch(...request);
    await later();
    return response;
  };
  const {read} = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const result = await read.call(this);
    await later();
    return result;
  };
}"""


class SiteCase(unittest.TestCase):
    """A test of the site in one browser, with an empty server."""

    # Set once, by run.py.
    browser = None
    certificates = None
    results = pathlib.Path(".")
    axe = ""
    problems = []
    # The states of pages that axe-core has checked.
    checked = set()
    # More options of the server, for the tests of a class.
    options = ()
    # Whether each test has a server of its own, because it kills it or counts its requests. The
    # others share one for the same options.
    own_server = False
    servers = {}

    @classmethod
    def prepare(cls, browser, certificates, results, axe):
        """Sets what all tests of this process share, and watches the browser."""
        cls.browser, cls.certificates, cls.results = browser, certificates, results
        cls.axe = axe
        connection = browser.connection
        connection.on("script.message", lambda event: cls.problems.append(event["data"]["value"]))
        connection.on("log.entryAdded", cls._note)
        connection.call("script.addPreloadScript", functionDeclaration=WATCH,
                        arguments=[{"type": "channel", "value": {"channel": "problems"}}])
        mute = "true" if browser.name == "firefox" else "false"
        connection.call("script.addPreloadScript",
                        functionDeclaration=WATCH_MEDIA.replace("MUTE", mute))
        if os.environ.get("SLOW") == "1":
            connection.call("script.addPreloadScript", functionDeclaration=DELAY)

    @classmethod
    def _note(cls, entry):
        # By the error `still offline` the service worker asks for another event of background sync.
        # Such an event also comes while a page is loaded again.
        if entry["level"] == "error" and entry.get("text") != "Error: still offline":
            cls.problems.append(f"error: {entry.get('text')}")

    def setUp(self):
        self.problems.clear()
        self.pages = []
        self.server = None if self.own_server else self.servers.get(self.options)
        self.addCleanup(self._clean)
        if self.server:
            self.server.empty()
            return
        directory = tempfile.mkdtemp(dir=self.browser.directory.parent)
        self.server = Server(directory, self.certificates, self.options)
        self.server.start()
        if not self.own_server:
            self.servers[self.options] = self.server

    def open(self, name=None, width=1280, height=800, url=None, locale="en-US"):
        """A page of a new person, who has given a name before if there is one."""
        page = Page(self.browser.person(), url or self.server.url)
        self.pages.append(page)
        page.tab.set_viewport(width, height)
        page.tab.connection.call(
            "emulation.setLocaleOverride", contexts=[page.tab.context], locale=locale)
        page.open()
        if name:
            page.set_name(name)
        return page

    def check(self, *pages):
        """Checks that axe-core finds nothing in the present state of pages, by default of all. A
        state is checked once."""
        for page in pages or self.pages:
            page.tab.run(FINISH_ANIMATIONS)
            state = page.tab.run(STATE)
            if state in self.checked:
                continue
            if not page.tab.run("() => typeof axe === 'object'", sandbox="axe"):
                page.tab.run("() => {" + self.axe + "}", sandbox="axe")
            violations = page.tab.run(CHECK_ACCESSIBILITY, sandbox="axe")
            # Not a state that has changed meanwhile.
            if state == page.tab.run(STATE):
                self.checked.add(state)
            self.assertEqual([], violations, "axe-core finds violations:\n" + "\n".join(violations))

    def picture(self, page, name):
        """Writes a screenshot for people to look at."""
        page.tab.screenshot(self.results / "screenshots" / f"{name}.png")

    def tearDown(self):
        if self._passed():
            self.check()
            self.assertEqual([], self.problems, "the browser reports problems")

    def _passed(self):
        result = self._outcome.result
        return not any(test is self for test, _ in result.failures + result.errors) \
            and self._outcome.success

    def _clean(self):
        failed = not self._passed()
        try:
            self._clean_pages(failed)
        finally:
            # What has failed may have left anything.
            if self.server and (self.own_server or failed):
                if not self.own_server:
                    self.servers.pop(self.options, None)
                self.server.stop()

    def _clean_pages(self, failed):
        name = re.sub(r"\W+", "-", self.id())
        for number, page in enumerate(self.pages):
            if failed:
                page.tab.screenshot(self.results / "failures" / f"{name}-{number}.png")
            page.tab.connection.call(
                "browser.removeUserContext", userContext=page.tab.user_context)
        if failed and self.server and self.server.log.exists():
            (self.results / "failures").mkdir(parents=True, exist_ok=True)
            shutil.copy(self.server.log, self.results / "failures" / f"{name}.log")

    @classmethod
    def finish(cls):
        """Stops the servers that tests have shared."""
        for server in cls.servers.values():
            server.stop()
