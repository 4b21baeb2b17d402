"""Text: posting, reading, searching and deleting."""

from case import SiteCase
from waiting import wait_until


class MessageTests(SiteCase):
    def test_text_that_one_person_posts_reaches_another_at_once(self):
        ann, ben = self.open("ann"), self.open("ben")
        ann.post("Good morning")
        for page in (ann, ben):
            page.wait_for_message("Good morning")
        ben.post("Good morning, ann")
        ann.wait_for_message("Good morning, ann")
        self.assertEqual([("ben", "Good morning, ann"), ("ann", "Good morning")],
                         [(chatt["username"], chatt["message"]) for chatt in self.server.chatts()])
        self.assertEqual(["Good morning", "Good morning, ann"], ann.messages())
        self.picture(ann, "desktop-light")

    def test_shift_and_enter_begin_a_line(self):
        ann = self.open("ann")
        ann.message_field.click()
        ann.tab.type("One")
        ann.tab.press("Shift", "Enter")
        ann.tab.type("Two")
        ann.tab.press("Enter")
        ann.wait_for_message("One\nTwo")
        self.assertEqual("One\nTwo", self.server.chatts()[0]["message"])
        self.assertEqual("", ann.message_field.run("(field) => field.value"))

    def test_a_new_person_is_asked_for_a_name_before_the_first_post(self):
        page = self.open()
        self.check()
        page.message_field.click()
        page.tab.type("Hello")
        page.tab.press("Enter")
        wait_until(lambda: page.name_field.focused, "the name field has the focus")
        self.check()
        page.tab.type("ann")
        page.message_field.click()
        page.tab.press("Enter")
        page.wait_for_message("Hello")
        page.reload()
        self.assertEqual("ann", page.name)

    def test_deleted_messages_disappear_everywhere_even_after_a_reload(self):
        ann, ben = self.open("ann"), self.open("ben")
        ann.post("A mistake")
        ann.wait_for_message("A mistake")
        ben.wait_for_message("A mistake")
        self.assertEqual([], ben.delete_buttons("A mistake"))
        # The token for the deletion survives a reload.
        ann.reload()
        ann.wait_for_message("A mistake")
        ann.delete("A mistake")
        for page in (ann, ben):
            wait_until(lambda page=page: page.messages() == [], "the message has disappeared")
        self.assertEqual([], self.server.chatts())

    def test_the_search_shows_what_it_finds(self):
        for text in ("The weather is fine", "Lunch at noon", "What weather"):
            self.server.post("ben", text)
        ann = self.open("ann")
        ann.wait_for_message("What weather")
        ann.search("weather")
        wait_until(lambda: ann.messages() == ["The weather is fine", "What weather"],
                   "only messages with the word")
        self.check()
        ann.search("nothing has this")
        wait_until(lambda: ann.messages() == [], "no messages")
        self.check()
        ann.search("")
        wait_until(lambda: len(ann.messages()) == 3, "all messages")

    def test_the_menu_of_a_message_out_of_view_opens_in_view(self):
        for number in range(30):
            self.server.post("ben", f"Message {number}")
        page = self.open("ann", width=390, height=600)
        page.wait_for_message("Message 29")
        button = page.find_all("button", "more")[0]
        self.assertLess(button.run("(button) => button.getBoundingClientRect().bottom"), 0)
        button.run("(button) => button.click()")
        top = page.run("() => document.getElementById('message-menu').getBoundingClientRect().top")
        self.assertGreaterEqual(top, 0)

    def test_older_pages_are_loaded_without_a_jump(self):
        self.server.insert(120)
        ann = self.open("ann")
        ann.wait_for_message("Message 119")
        self.assertTrue(ann.at_end(), "the newest message is shown")
        ann.watch_jumps()
        wait_until(lambda: ann.messages()[0] == "Message 0" or ann.scroll(-400),
                   "the oldest message")
        self.assertEqual([f"Message {number}" for number in range(120)], ann.messages())
        self.assertLess(ann.largest_jump(), 8, "pixels that a message has moved by itself")

    def test_messages_that_arrive_do_not_move_what_is_being_read(self):
        self.server.insert(60)
        ann = self.open("ann")
        ann.wait_for_message("Message 59")
        ann.scroll(-600)
        before = ann.top_of("Message 45")
        self.server.post("ben", "A new one")
        ann.wait_for_message("A new one")
        self.assertAlmostEqual(before, ann.top_of("Message 45"), delta=2)
        self.assertFalse(ann.at_end())

    def test_what_arrived_since_the_last_visit_is_marked(self):
        ann = self.open("ann")
        read = self.server.post("ben", "Read")
        ann.wait_for_message("Read")
        wait_until(lambda: ann.last_read() == read["id"], "the page notes what was read")
        ann.tab.open("about:blank")
        self.server.post("ben", "Not read")
        ann.open()
        ann.wait_for_message("Not read")
        self.assertEqual("Not read", ann.first_unread())
