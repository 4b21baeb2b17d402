"""Servers that crash, networks that end: nothing is lost, and nothing is posted twice."""

import signal

from case import SiteCase
from relay import Relay
from waiting import wait_until


class FaultTests(SiteCase):
    own_server = True

    def test_a_server_killed_before_it_stores_a_post_has_it_once_after_its_restart(self):
        ann = self.open("ann")
        ann.wait_for_service_worker()
        # The request arrives, and waits in the stopped server.
        self.server.process.send_signal(signal.SIGSTOP)
        ann.post("Once")
        wait_until(lambda: ann.waiting() == ["Once"], "the message waits")
        self.server.kill()
        self.picture(ann, "waiting")
        self.check()
        self.server.start()
        wait_until(lambda: ann.waiting() == [] and ann.messages() == ["Once"],
                   "the message is posted")
        self.assertEqual(["Once"], [chatt["message"] for chatt in self.server.chatts()])

    def test_a_server_killed_before_it_acknowledges_a_post_has_it_once_after_its_restart(self):
        relay = Relay(self.server.port)
        self.addCleanup(relay.stop)
        ann = self.open("ann", url=relay.url)
        ann.wait_for_service_worker()
        relay.lose_responses()
        ann.post("Once")
        wait_until(self.server.chatts, "the server has stored the message")
        self.server.kill()
        relay.lose_responses(False)
        self.server.start()
        wait_until(lambda: ann.waiting() == [] and ann.messages() == ["Once"],
                   "the message is posted")
        self.assertEqual(["Once"], [chatt["message"] for chatt in self.server.chatts()])
        # The repeat has returned the token.
        ann.delete("Once")
        wait_until(lambda: self.server.chatts() == [], "the server has deleted the message")

    def test_what_is_posted_without_a_network_is_sent_when_it_is_back(self):
        ann, ben = self.open("ann"), self.open("ben")
        ann.wait_until_live()
        ann.set_offline(True)
        ann.wait_until_offline()
        self.picture(ann, "offline")
        self.check()
        ann.post("Later")
        wait_until(lambda: ann.waiting() == ["Later"], "the message waits")
        self.server.post("ben", "Meanwhile")
        ann.set_offline(False)
        ben.wait_for_message("Later")
        ann.wait_for_message("Meanwhile")
        wait_until(lambda: ann.waiting() == [], "nothing waits")
        ann.wait_until_live()
        self.assertEqual(2, len(self.server.chatts()))

    def test_the_last_timeline_is_shown_while_the_server_is_away(self):
        self.server.post("ben", "Before")
        ann = self.open("ann")
        ann.wait_for_message("Before")
        ann.wait_for_service_worker()
        wait_until(ann.stored_chatts, "the timeline is stored")
        self.server.kill()
        ann.reload()
        ann.wait_for_message("Before")
        ann.wait_until_offline()
        self.check()
        ann.post("Offline")
        wait_until(lambda: ann.waiting() == ["Offline"], "the message waits")
        ann.reload()
        wait_until(lambda: ann.waiting() == ["Offline"], "the message waits after a reload")
        self.server.start()
        wait_until(lambda: ann.waiting() == [] and ann.messages() == ["Before", "Offline"],
                   "the message is posted")
        self.assertEqual(2, len(self.server.chatts()))

    def test_the_service_worker_posts_what_a_closed_page_has_left(self):
        if self.browser.name != "chromium":
            self.skipTest("Firefox has no background sync")
        ann = self.open("ann")
        ann.wait_for_service_worker()
        workers = []
        self.browser.connection.on(
            "goog:cdp.ServiceWorker.workerRegistrationUpdated",
            lambda event: workers.extend(event["params"]["registrations"]))
        session = ann.devtools_session()
        ann.devtools(session, "ServiceWorker.enable")
        self.server.kill()
        ann.post("Left behind")
        wait_until(lambda: ann.waiting() == ["Left behind"], "the message waits")
        worker = wait_until(lambda: next(
            (one for one in workers if one["scopeURL"].startswith(self.server.url)), None),
            "the service worker is known")
        ann.tab.open("about:blank")
        self.server.start()
        ann.devtools(session, "ServiceWorker.dispatchSyncEvent", origin=self.server.url,
                     registrationId=worker["registrationId"], tag="outbox", lastChance=False)
        wait_until(self.server.chatts, "the service worker has posted the message")
        ann.open()
        ann.wait_for_message("Left behind")
        ann.delete("Left behind")
        wait_until(lambda: self.server.chatts() == [], "the page has the token")

    def test_a_refused_post_stays_and_can_be_corrected(self):
        ann = self.open("ann")
        # Longer than the server accepts.
        ann.fill(ann.message_field, "a" * 70000)
        ann.message_field.focus()
        ann.tab.press("Enter")
        wait_until(lambda: ann.problems(), "the page says what is wrong")
        self.picture(ann, "error")
        self.check()
        self.assertEqual([], self.server.chatts())
        self.assertEqual([], ann.find_all("button", "send again"), "it would be refused again")
        ann.button("edit").click()
        wait_until(lambda: len(ann.message) == 70000, "the text is back in its field")
        self.assertEqual([], ann.problems())
        ann.fill(ann.message_field, "Shorter")
        ann.message_field.focus()
        ann.tab.press("Enter")
        ann.wait_for_message("Shorter")
        self.assertEqual(["Shorter"], [chatt["message"] for chatt in self.server.chatts()])
