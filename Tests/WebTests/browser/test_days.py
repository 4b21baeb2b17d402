"""The way to a day: from the menu, and from the days between the messages."""

import datetime

from case import SiteCase
from waiting import wait_until


class DayTests(SiteCase):
    def setUp(self):
        super().setUp()
        self.server.insert_days(40, 30)
        self.server.insert(120)
        self.ann = self.open("ann", width=390, height=844)
        self.ann.wait_for_message("Message 119")

    def choose(self, ago):
        """Enters the day that many days ago in the question for one."""
        day = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=ago)
        [dialog] = wait_until(lambda: self.ann.tab.find_all("alertdialog"), "the question")
        [field] = self.ann.tab.locate({"type": "css", "value": "dialog input[type=date]"})
        self.ann.fill(field, day.isoformat())
        self.check()
        self.ann.button("show", within=dialog).click()

    def open_menu_and_choose(self, ago):
        """Chooses a day by the menu."""
        self.ann.run("() => document.querySelector('summary').click()")
        self.ann.button("go to a day").click()
        self.choose(ago)

    def in_view(self, text):
        """Whether a message is in view and chosen."""
        return text in self.ann.messages() and 0 < self.ann.top_of(text) < 844 and self.ann.run(
            "(wanted) => text(document.activeElement) === wanted", text)

    def test_a_day_leads_to_its_first_message(self):
        self.open_menu_and_choose(30)
        wait_until(lambda: self.in_view("Message of 30 days ago"), "the message is in view")
        self.check()
        self.picture(self.ann, "day")

    def test_a_day_without_messages_leads_to_the_next_later_one(self):
        self.ann.search("119")
        wait_until(lambda: self.ann.messages() == ["Message 119"], "the search")
        self.open_menu_and_choose(35)
        wait_until(lambda: self.in_view("Message of 30 days ago"), "the message is in view")
        self.assertIn("Message of 40 days ago", self.ann.messages())

    def test_the_heading_of_a_day_leads_to_others(self):
        [heading] = wait_until(
            lambda: self.ann.tab.locate({"type": "css", "value": "#messages h2 button"})[-1:],
            "the heading")
        self.ann.run("() => document.querySelector('#messages h2:last-of-type button').click()")
        self.assertEqual("-1", heading.attribute("tabindex"))
        self.picture(self.ann, "day-question")
        self.choose(50)
        wait_until(lambda: self.in_view("Message of 40 days ago"), "the first message of all")

    def test_a_day_after_all_messages_has_none(self):
        self.server.empty()
        self.server.insert_days(3)
        self.ann.reload()
        self.ann.wait_for_message("Message of 3 days ago")
        self.open_menu_and_choose(1)
        wait_until(lambda: any("No messages on that day" in text for text in self.ann.notices()),
                   "a notice")
