"""The page that says how a device comes to trust the server."""

from case import SiteCase

MAC = ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
       "Version/18.4 Safari/605.1.15")
HEADINGS = """() => [...document.querySelectorAll("section h2")].map((one) => one.textContent)"""
SUMMARIES = """() => [...document.querySelectorAll("summary")].map((one) => one.textContent)"""


class TrustedPage:
    """What `SiteCase` expects of a page: its tab."""

    def __init__(self, tab):
        self.tab = tab


class TrustTests(SiteCase):
    def open_trust(self, agent, language="en", touch_points=0, address=None, scripts=True):
        if self.browser.name != "chromium":
            self.skipTest("only Chromium changes its system")
        tab = self.browser.person()
        page = TrustedPage(tab)
        self.pages.append(page)
        tab.set_viewport(390, 844)
        self.browser.devtools(
            tab, "Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        if touch_points:
            self.browser.devtools(
                tab, "Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=touch_points)
        if not scripts:
            self.browser.devtools(tab, "Emulation.setScriptExecutionDisabled", value=True)
        tab.open(f"{address or self.server.url}/trust")
        return page

    def assert_fits(self, page):
        self.assertTrue(page.tab.run("""() => {
          const {scrollWidth, clientWidth} = document.documentElement;
          return scrollWidth <= clientWidth;
        }"""))

    def test_trust_shows_an_ipad_its_own_steps_and_a_mac_those_of_a_mac(self):
        ipad = self.open_trust(MAC, touch_points=5)
        self.assertEqual(["iPhone and iPad"], ipad.tab.run(HEADINGS))
        self.assertIn("Mac", ipad.tab.run(SUMMARIES))
        self.assert_fits(ipad)
        self.picture(ipad, "trust-ipad")
        mac = self.open_trust(MAC)
        self.assertEqual(["Mac"], mac.tab.run(HEADINGS))
        self.assertIn("iPhone and iPad", mac.tab.run(SUMMARIES))

    def test_trust_shows_the_steps_of_both_without_scripts(self):
        page = self.open_trust(MAC, scripts=False)
        self.picture(page, "trust-without-scripts")
        self.browser.devtools(page.tab, "Emulation.setScriptExecutionDisabled", value=False)
        self.assertEqual(["Mac", "iPhone and iPad"], page.tab.run(HEADINGS))

    def test_trust_is_in_the_language_of_the_browser_or_of_a_link(self):
        page = self.open_trust(MAC, language="de-DE,de;q=0.9,en;q=0.8")
        state = "() => [document.documentElement.lang, document.title]"
        self.assertEqual(["de", "Diesem Server vertrauen"], page.tab.run(state))
        page.tab.run("() => document.querySelectorAll('details').forEach((one) => one.open = true)")
        self.assert_fits(page)
        self.check()
        for number in range(5):
            page.tab.run("(top) => scrollTo({top, behavior: 'instant'})", 800 * number)
            self.picture(page, f"trust-german-{number}")
        page.tab.open(f"{self.server.url}/trust?lang=en")
        self.assertEqual(["en", "Trust this server"], page.tab.run(state))
        page.tab.run("() => document.querySelectorAll('details').forEach((one) => one.open = true)")
        self.check()
        for number in range(5):
            page.tab.run("(top) => scrollTo({top, behavior: 'instant'})", 800 * number)
            self.picture(page, f"trust-english-{number}")

    def test_trust_has_no_code_for_a_phone_on_a_loopback_address(self):
        page = self.open_trust(MAC)
        self.assertEqual(0, page.tab.run("() => document.images.length"))
        self.assertIn("A phone cannot reach this address", page.tab.run(
            "() => document.body.innerText"))
