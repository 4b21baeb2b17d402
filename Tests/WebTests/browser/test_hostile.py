"""Hostile messages are shown as what they are: text."""

from case import SiteCase

HOSTILE = [
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "</textarea></main></html><h1>Hacked</h1>",
    "<svg/onload=window.hacked=1><style>* { display: none }</style>",
    "javascript:window.hacked=1 https://example.com/\" onmouseover=\"window.hacked=1",
    "${window.hacked = 1} {{constructor.constructor('window.hacked=1')()}}",
    "\u202eevil\u2066 bidi \u202d controls \u2067",
    "Z\u0300\u0301\u0302\u0303" * 200,
    "\n" * 50 + "below",
    "&lt;b&gt; &amp; &#0;",
]


class HostileTests(SiteCase):
    def test_markup_and_controls_are_shown_as_text(self):
        for text in HOSTILE:
            self.server.post(text[:60].strip() or "x", text)
        page = self.open("ann", width=390, height=844)
        page.wait_for_message(HOSTILE[-1])
        self.assertEqual([text.strip() for text in HOSTILE],
                         [text.strip() for text in page.raw_messages()])
        self.assertFalse(page.tab.run("() => 'hacked' in window"))
        self.assertEqual([], page.foreign_elements(), "elements that the messages have made")
        self.assertLessEqual(page.content_width(), 390)
        self.assertTrue(page.isolates_directions(), "a direction ends with its message")
        self.check()
        self.picture(page, "hostile")

    def test_one_word_of_64_kibibytes_does_not_widen_the_page(self):
        self.server.post("a" * 255, "w" * 65536)
        self.server.post("ben", "After it")
        page = self.open("ann", width=390, height=844)
        page.wait_for_message("After it")
        self.assertLessEqual(page.content_width(), 390)
        self.assertGreater(page.shown_height("After it"), 10)
        self.check()

    def test_a_hostile_name_is_shown_as_text(self):
        page = self.open("<img src=x onerror='window.hacked=1'>")
        page.post("Hello")
        page.wait_for_message("Hello")
        self.assertFalse(page.tab.run("() => 'hacked' in window"))
        self.assertEqual("<img src=x onerror='window.hacked=1'>",
                         self.server.chatts()[0]["username"])
