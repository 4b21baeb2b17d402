"""Two people in the middle of a conversation while the cluster is changed: one uses the page in
Chromium, the other the terminal program, which is made of the client library."""

import collections
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import threading

from cluster import FRONT_ADDRESS
from machines import ClusterError, wait

sys.path.append(str(pathlib.Path(__file__).parents[1] / "WebTests/browser"))

from browsers import Chromium
from page import Page

# Seconds between two posts of a person; for a post, and until both have everything.
PAUSE, POST_LIMIT, END_LIMIT = 1, 60, 60
URL = f"https://{FRONT_ADDRESS}"
# Counts how often a message is shown at the same time: the page lets old ones go. `testCounts` is gone
# if the page is loaded again.
COUNT_MESSAGES = """() => {
  window.testCounts = {};
  const count = () => {
    const shown = {};
    for (const article of articles()) {
      if (!waits(article)) shown[text(article)] = (shown[text(article)] ?? 0) + 1;
    }
    for (const [text, times] of Object.entries(shown)) {
      testCounts[text] = Math.max(testCounts[text] ?? 0, times);
    }
  };
  new MutationObserver(count).observe(document.querySelector("main"),
    {subtree: true, childList: true, attributes: true, attributeFilter: ["aria-busy"]});
  count();
}"""


class PageUser:
    """Types into the page, which stays open."""

    name = "ann"

    def __init__(self, cluster, stack):
        self.texts = []
        browser = Chromium(cluster.directory / "chromium", cluster.authority)
        stack.callback(browser.stop)
        self.page = Page(browser.person(), URL)
        self.page.open()
        self.page.set_name(self.name)
        self.page.run(COUNT_MESSAGES)

    def post(self, text):
        self.page.post(text)
        self.texts.append(text)

    def reads(self):
        """How often each text was read; nothing if the page was loaded again."""
        counts = self.page.run("() => JSON.stringify(window.testCounts ?? {})")
        return collections.Counter(json.loads(counts))

    def waiting(self):
        return self.page.waiting()


class TerminalUser:
    """Posts by `chatter post`, and reads what one `chatter list --follow` prints."""

    name = "ben"

    def __init__(self, cluster, program, stack):
        self.texts, self.lines = [], []
        home = cluster.directory / "terminal"
        home.mkdir()
        self.program = str(program)
        self.environment = {
            "HOME": str(home), "PATH": os.environ["PATH"], "CHATTER_SERVER": URL,
            "CHATTER_TRUST": str(cluster.authority), "CHATTER_USERNAME": self.name,
        }
        self.follower = subprocess.Popen(
            [self.program, "list", "--follow", "--json"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        stack.callback(self.follower.kill)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.follower.stdout:
            self.lines.append(line)

    def post(self, text):
        result = subprocess.run(
            [self.program, "post", text], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=POST_LIMIT,
        )
        if result.returncode != 0:
            raise ClusterError(f"chatter post: {result.stderr}")
        self.texts.append(text)

    def reads(self):
        """How often each text was read."""
        if self.follower.poll() is not None:
            raise ClusterError("chatter list --follow ended")
        return collections.Counter(json.loads(line).get("message") for line in self.lines)

    def waiting(self):
        return []


class Conversation:
    """Lets both post during the `with` block. At its end both must have read everything once."""

    def __init__(self, cluster, program):
        self.cluster, self.program = cluster, program
        self.end, self.errors = threading.Event(), []

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.users = [PageUser(self.cluster, stack)]
            self.users.append(TerminalUser(self.cluster, self.program, stack))
            for user in self.users:
                user.post(f"hello from {user.name}")
            self._read_all()
            self.stack = stack.pop_all()
        self.threads = [threading.Thread(target=self._post, args=[user]) for user in self.users]
        for thread in self.threads:
            thread.start()
        return self

    def _post(self, user):
        try:
            while not self.end.wait(PAUSE):
                user.post(f"message {len(user.texts)} of {user.name}")
        # Whatever ends a user is a failure of the run.
        except Exception as error:
            self.errors.append(f"{user.name}: {error!r}")

    def __exit__(self, kind, *_):
        self.end.set()
        with self.stack:
            for thread in self.threads:
                thread.join()
            for error in self.errors:
                print(error, flush=True)
            if kind is None:
                self._check()

    def _read_all(self):
        """Waits until both have read all texts. Returns the texts."""
        texts = [text for user in self.users for text in user.texts]
        for user in self.users:
            missing = lambda: set(texts) - set(user.reads())
            try:
                wait(
                    f"all messages for {user.name}", lambda: not missing() and not user.waiting(),
                    END_LIMIT,
                )
            except ClusterError as error:
                raise ClusterError(f"{error}: {missing()}, waiting: {user.waiting()}") from None
        return texts

    def _check(self):
        if self.errors:
            raise ClusterError("; ".join(self.errors))
        texts = self._read_all()
        for user in self.users:
            reads = user.reads()
            if doubled := [text for text in texts if reads[text] > 1]:
                raise ClusterError(f"{user.name} read twice: {doubled}")
        names = ", ".join(f"'{user.name}'" for user in self.users)
        stored = self.cluster.sql(
            f"select message from chatts where username in ({names})", database="chatterd")
        if sorted(stored.split("\n")) != sorted(texts):
            raise ClusterError(f"{len(texts)} messages were posted, and stored: {stored}")
        print(f"page and terminal: {len(texts)} messages, each read once by both", flush=True)
