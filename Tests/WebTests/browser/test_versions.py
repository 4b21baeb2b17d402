"""Upgrades, files that cannot be loaded, and browsers that run no scripts."""

import re

from bidi import BiDiError
from case import SiteCase
from page import Page
from versions import VersionedSite
from waiting import wait_until

# A text of the version whose module has run.
LABEL = "() => document.getElementById('composer')?.ariaLabel"
# The directories of the versions whose files the page has loaded.
VERSIONS = """() => [...new Set(performance.getEntriesByType("resource").map(
  ({name}) => new URL(name).pathname.match(/^[/]web[/]([^/]+)/)?.[1]).filter(Boolean))]"""
NOTICE = """() => {
  const notice = document.querySelector("#not-started.shown");
  return notice?.checkVisibility({visibilityProperty: true}) ? notice.innerText : null;
}"""
HAS_STARTED = """() => document.readyState === "complete"
  && !document.getElementById("not-started")"""
LOOK_AGAIN = "() => dispatchEvent(new Event('visibilitychange'))"
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  return true;
}"""
CACHES = "() => caches.keys()"
HAS_NEXT_WORKER = """async () =>
  (await navigator.serviceWorker.getRegistration()).waiting !== null"""


class VersionTests(SiteCase):
    own_server = True

    def setUp(self):
        super().setUp()
        self.site = VersionedSite(self.server)
        self.addCleanup(self.site.stop)

    def open_bare(self):
        """A page that may not start."""
        page = Page(self.browser.person(), self.site.url)
        self.pages.append(page)
        page.tab.set_viewport(390, 844)
        # The page may load itself again, which ends this navigation.
        page.tab.connection.call(
            "browsingContext.navigate", context=page.tab.context, url=page.url, wait="none")
        return page

    @staticmethod
    def state(page, function):
        """What a function returns in a page; None while another document is loaded."""
        try:
            return page.tab.run(function)
        except BiDiError:
            return None

    def shown_notice(self, page):
        """The sentence of a page that has not started, after it was loaded again once."""
        return wait_until(lambda: self.state(page, NOTICE), "the page says that it has not started")

    def buttons(self, page):
        """The texts of the buttons of notices."""
        return page.tab.run(
            "() => [...document.querySelectorAll('.notice button')].map((one) => one.innerText)")

    def test_an_open_page_offers_the_new_version_and_keeps_what_is_written(self):
        page = self.open("ann", url=self.site.url)
        page.wait_for_service_worker()
        page.fill(page.message_field, "A draft")
        page.tab.run(LOOK_AGAIN)
        wait_until(lambda: page.stored_draft() == "A draft", "the draft is stored")
        self.assertEqual([], self.buttons(page))
        self.site.version = "aaaaaaaaaaaa"
        page.tab.run(LOOK_AGAIN)
        wait_until(lambda: "Reload" in self.buttons(page), "the new version is offered")
        self.picture(page, "new-version")
        self.check()
        self.assertEqual("New message", page.tab.run(LABEL))
        wait_until(lambda: page.tab.run(HAS_NEXT_WORKER), "its files are kept")
        self.site.responses = {"": (503, b"")}
        page.tab.run("""() => [...document.querySelectorAll(".notice button")].find(
          (one) => one.innerText === "Reload").click()""")
        wait_until(lambda: self.state(page, LABEL) == "aaaaaaaaaaaa", "the new version is shown")
        self.assertEqual(["aaaaaaaaaaaa"], page.tab.run(VERSIONS))
        wait_until(lambda: page.message == "A draft", "the draft is there")
        self.site.responses = {}
        page.tab.run(LOOK_AGAIN)
        self.assertEqual([], self.buttons(page))
        self.problems.clear()

    def test_a_visit_without_a_network_has_the_last_complete_version(self):
        page = self.open("ann", url=self.site.url)
        page.wait_for_service_worker()
        # A file of the next version is missing: it is not kept, and the one before stays.
        self.site.version = "bbbbbbbbbbbb"
        self.site.responses["controls.css"] = (500, b"")
        page.tab.run(f"() => ({UPDATE})().catch(() => true)")
        wait_until(lambda: any("bbbbbbbbbbbb/styles/controls.css" in one
                               for one in self.site.requests), "the worker loads the version")
        own = [f"chatter /web/{self.site.own}/"]
        wait_until(lambda: page.tab.run(CACHES) == own, "one version is kept")
        self.site.responses = {"": (503, b"")}
        page.reload()
        self.assertEqual("New message", page.tab.run(LABEL))
        self.assertEqual([self.site.own], page.tab.run(VERSIONS))
        # Now it is complete, and replaces the other one when no page of that is open.
        self.site.responses = {}
        # An update that the reload has begun fails, and may stand for the first of these.
        wait_until(lambda: page.tab.run(f"() => ({UPDATE})().catch(() => false)")
                   and page.tab.run(HAS_NEXT_WORKER), "the new version is kept, too")
        self.site.responses = {"": (503, b"")}
        page.reload()
        self.assertEqual([self.site.own], page.tab.run(VERSIONS))

        def visit_again():
            tab = type(page.tab)(page.tab.connection, page.tab.user_context)
            page.tab.close()
            page.tab = tab
            page.open()
            return page.tab.run(LABEL) == "bbbbbbbbbbbb"

        wait_until(visit_again, "a later visit has the new version")
        self.assertEqual(["bbbbbbbbbbbb"], page.tab.run(VERSIONS))
        wait_until(lambda: page.tab.run(CACHES) == ["chatter /web/bbbbbbbbbbbb/"],
                   "the other one is removed")
        self.problems.clear()

    def test_a_page_of_one_version_never_gets_modules_of_another(self):
        # The page comes from one server, and its modules from one with another version.
        self.site.responses[f"/web/{self.site.own}/scripts"] = (404, b"{}")
        page = self.open_bare()
        self.assertIn("has not started", self.shown_notice(page))
        # It was loaded again once.
        self.assertEqual(2, self.site.visits)
        self.assertEqual([self.site.own], page.tab.run(VERSIONS))
        self.site.responses = {}
        page.tab.run("() => document.querySelector('#not-started a').click()")
        wait_until(lambda: self.state(page, HAS_STARTED), "the page starts")
        self.problems.clear()

    def test_an_upgrade_between_the_page_and_its_files_loads_the_page_again(self):
        self.site.next_version = "cccccccccccc"
        page = self.open_bare()
        wait_until(lambda: self.state(page, LABEL) == "cccccccccccc", "the new version is shown")
        self.assertEqual(["cccccccccccc"], page.tab.run(VERSIONS))
        page.wait_for_service_worker()
        self.site.version, self.site.next_version = "dddddddddddd", "eeeeeeeeeeee"
        page.tab.run("() => setTimeout(() => location.reload())")
        wait_until(lambda: self.state(page, LABEL) == "eeeeeeeeeeee", "the new version is shown")
        self.assertEqual(["eeeeeeeeeeee"], page.tab.run(VERSIONS))
        self.problems.clear()

    def test_a_style_that_fails_is_loaded_again_once_and_does_not_stop_the_page(self):
        self.site.responses = {"/styles/page.css": (404, b"{}")}
        page = self.open_bare()
        wait_until(lambda: self.site.visits == 2, "the page is loaded again")
        wait_until(lambda: self.state(page, HAS_STARTED), "it starts")
        page.tab.close()  # Without its styles, it is no page for axe-core.
        self.pages.remove(page)
        self.problems.clear()

    def test_time_shows_the_sentence_if_nothing_else_can(self):
        self.site.responses = {"/start.js": (500, b""), "/scripts/main.js": (500, b"")}
        page = self.open_bare()
        hidden = """() => {
          const notice = document.getElementById("not-started");
          const [animation] = notice?.getAnimations() ?? [];
          if (!animation) return null;
          const before = notice.checkVisibility({visibilityProperty: true});
          animation.finish();
          return [before, notice.checkVisibility({visibilityProperty: true})];
        }"""
        shown = wait_until(lambda: self.state(page, hidden), "the page is loaded")
        self.assertEqual([False, True], shown)
        self.check()
        self.problems.clear()

    def test_each_module_that_fails_shows_a_sentence(self):
        page = self.server.get("/").decode()
        main = re.search(r"/web/[\w/.-]+main\.js", page)[0]
        script = self.server.get(main.replace("main.js", "page.js")).decode()
        modules = ["main.js", "page.js", *re.findall(r'from "\./([\w/.-]+)"', script)]
        self.assertGreater(len(modules), 10)
        answers = [(500, b""), (200, b"<html>"), (200, b""), (404, b"{}")]
        for number, module in enumerate(modules):
            # An empty main.js is a script without an error.
            answer = (200, b"}") if module == "main.js" else answers[number % len(answers)]
            with self.subTest(module=module, answer=answer):
                self.site.responses = {f"/scripts/{module}": answer}
                page = self.open_bare()
                notice = self.shown_notice(page)
                self.assertIn("Chatter has not started.", notice)
                self.assertIn("Reload", notice)
                if number == 0:
                    self.picture(page, "not-started")
                    self.check(page)
                    labels = """() => [...document.querySelectorAll("[data-text], [data-label]")]
                      .filter((one) => !(one.textContent.trim() || one.ariaLabel)).length"""
                    self.assertEqual(0, page.tab.run(labels))
                page.tab.close()
                self.pages.remove(page)
        self.problems.clear()

    def test_a_failure_that_passes_is_cured_by_one_reload(self):
        self.site.responses = {"/scripts/texts.js": (500, b"")}
        page = self.open_bare()
        wait_until(lambda: any("texts.js" in one for one in self.site.requests), "it fails")
        self.site.responses = {}
        wait_until(lambda: self.state(page, HAS_STARTED), "it starts")
        self.problems.clear()

    def test_without_scripts_it_says_that_they_are_needed(self):
        if self.browser.name != "chromium":
            self.skipTest("only Chromium switches scripts off")
        page = Page(self.browser.person(), self.server.url)
        self.pages.append(page)
        page.tab.set_viewport(390, 844)
        self.browser.devtools(page.tab, "Emulation.setScriptExecutionDisabled", value=True)
        page.tab.open(page.url)
        self.picture(page, "without-scripts")
        self.browser.devtools(page.tab, "Emulation.setScriptExecutionDisabled", value=False)
        text = page.tab.run("() => document.querySelector('noscript').innerText")
        self.assertIn("Chatter needs scripts.", text)
        # With scripts, axe-core would find the text that is shown without them.
        page.tab.close()
        self.pages.remove(page)
