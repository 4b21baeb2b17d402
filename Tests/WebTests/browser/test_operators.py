"""The operators' page: figures, chatts and options, behind a password."""

from case import SiteCase
from tone import clip
from waiting import wait_until

ROWS = """() => [...document.querySelectorAll("#chatts li")].map((row) => row.innerText)"""
FIGURES = """() => Object.fromEntries([...document.querySelectorAll("#now div")].map(
  (group) => [group.querySelector("dt").textContent, group.querySelector("dd").textContent]))"""
REQUESTS = """() => Object.fromEntries([...document.querySelectorAll("#requests tbody tr")].map(
  (row) => [row.cells[0].textContent, row.cells[1].textContent]))"""
OPTIONS = """() => Object.fromEntries([...document.querySelectorAll("#configuration tbody tr")].map(
  (row) => [row.cells[0].textContent, row.cells[1].textContent]))"""


class OperatedPage:
    """What `SiteCase` expects of a page: its tab."""

    def __init__(self, tab):
        self.tab = tab


class OperatorsTests(SiteCase):
    options = ("--admin", "127.0.0.1:0")
    own_server = True

    def open_operators(self, width=1000, height=800):
        port = self.server.wait_for_log(r'"serving operators","at":"127\.0\.0\.1:([0-9]+)')[1]
        password = (self.server.directory / "data/admin-password").read_text().strip()
        person = self.browser.person()
        page = OperatedPage(person)
        self.pages.append(page)
        page.tab.set_viewport(width, height)
        page.tab.open(f"http://admin:{password}@127.0.0.1:{port}/admin")
        return page

    def test_figures_chatts_and_options_are_shown(self):
        self.server.post("ann", "Good morning")
        self.server.post("ben", "<b>Not bold</b>", clip(1))
        page = self.open_operators()
        wait_until(lambda: len(page.tab.run(ROWS)) == 2, "the newest chatts are there")
        self.assertIn("<b>Not bold</b>", page.tab.run(ROWS)[0])
        wait_until(lambda: "Connections" in page.tab.run(FIGURES), "the figures are there")
        self.assertEqual("2", page.tab.run(REQUESTS)["chatts"])
        wait_until(lambda: "Chatts" in page.tab.run(FIGURES), "the totals are there")
        figures = page.tab.run(FIGURES)
        self.assertEqual(("2", "none"), (figures["Chatts"], figures["Last backup"]))
        self.assertTrue(figures["Clips"].startswith("1, "), figures["Clips"])
        self.server.post("ann", "Once more")
        wait_until(lambda: page.tab.run(REQUESTS)["chatts"] == "3", "the figures are live")
        options = page.tab.run(OPTIONS)
        self.assertEqual("(hidden)", options["database"])
        self.assertEqual("127.0.0.1:0", options["admin"])
        self.picture(page, "operators")

    def test_a_hostile_name_changes_nothing_around_it(self):
        names = ["\u202eevil\u2066", "\u2067\u202b\u05d0", "<img src=x onerror='window.hacked=1'>"]
        for name in names:
            self.server.post(name, "Hello")
        page = self.open_operators(width=400)
        wait_until(lambda: len(page.tab.run(ROWS)) == 3, "the newest chatts are there")
        # Each name is alone in an element that isolates its direction.
        shown = """() => [...document.querySelectorAll("#chatts li strong")].map((name) =>
          name.childNodes.length === 1 && name.firstChild.localName === "bdi" &&
          getComputedStyle(name.firstChild).unicodeBidi === "isolate" ? name.textContent : null)"""
        self.assertEqual(names[::-1], page.tab.run(shown))
        self.assertFalse(page.tab.run("() => 'hacked' in window"))
        page.tab.run("""() => document.querySelector("#chatts li:last-child button").click()""")
        question = """() => [...document.querySelector("dialog[open] p").childNodes].map(
          (node) => [node.nodeName, node.textContent])"""
        self.assertEqual(
            [["#text", "Delete the chatt of "], ["BDI", names[0]],
             ["#text", "? It disappears for everybody, permanently."]], page.tab.run(question))
        self.check()

    def test_a_chatt_is_deleted_after_a_question(self):
        self.server.post("ann", "Stays")
        self.server.post("ben", "Goes")
        page = self.open_operators(width=400)
        wait_until(lambda: len(page.tab.run(ROWS)) == 2, "the newest chatts are there")
        press = """(...names) => names.forEach((name) => [...document.querySelectorAll("button")]
          .findLast((button) => (button.ariaLabel ?? button.textContent) === name).click())"""
        page.tab.run(press, "Delete the chatt of ben")
        self.check()
        page.tab.run(press, "Keep it", "Delete the chatt of ben")
        page.tab.run("() => new Promise(requestAnimationFrame)")  # The first answer's event comes now.
        self.assertEqual(2, len(self.server.chatts()))
        page.tab.run(press, "Delete it")
        wait_until(lambda: len(page.tab.run(ROWS)) == 1, "the row disappears")
        self.assertEqual(["Stays"], [chatt["message"] for chatt in self.server.chatts()])

    def test_it_says_when_the_server_is_away(self):
        page = self.open_operators()
        state = "() => document.getElementById('state').textContent"
        wait_until(lambda: page.tab.run(state) == "The server is running.", "it responds")
        self.server.kill()
        wait_until(lambda: "does not respond" in page.tab.run(state), "it says so")
        # The browser reports the failed requests, too.
        self.problems.clear()
