"""The site as a person sees and uses it. All that finds an element is here, by role and name."""

import base64
import re

from layout import Layout
from sound import Player, Recorder
from waiting import wait_until

# The English names of controls, as patterns.
NAMES = {
    "name": r"^(Your name|Signed in as)",
    "message": r"^Message$",
    "messages": r"^Messages$",
    "send": r"^(Send|Post)$",
    "record": r"^Record",
    "pause recording": r"^Pause recording",
    "resume recording": r"^(Continue|Resume) recording",
    "stop recording": r"^Stop",
    "listen": r"^Listen",
    "discard": r"^Discard",
    "undo": r"^Undo",
    "post recording": r"^(Send|Post)",
    "play": r"^Play\b(?! all| what is new)",
    "pause": r"^Pause\b(?! recording)",
    "play all": r"^Play (all|what is new)",
    "play new": r"^Play what is new",
    "more": r"^More about",
    "show in conversation": r"^Show in the conversation",
    "newest": r"^Newest messages",
    "back": r"^(Back 10|10 seconds back)",
    "forward": r"^(Forward 10|10 seconds forward)",
    "rate": r"^(Speed|Rate)",
    "position": r"^Position",
    "search": r"^Search",
    "delete": r"^Delete",
    "edit": r"^Edit",
    "send again": r"^Send again",
    "level": r"^Level",
    "player": r"^Player",
    "allow": r"^(Allow|Continue)",
    "sign in": r"^Sign in",
    "sign out": r"^Sign out",
    "menu": r"^Menu",
    "say": r"^Say something",
    "go to a day": r"^Go to a day",
    "show": r"^Show$",
}

# The accessible name of an element, for the ways in which the site gives names.
NAME = """const name = (element) => {
  const ids = element.getAttribute("aria-labelledby");
  const text = ids
    ? ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
    : element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent
      ?? (element.textContent.trim() || element.title);
  return text.trim().replace(/\\s+/g, " ");
};"""

# Whether an element is shown and perceived by everyone.
SHOWN = """const shown = (element) => element.checkVisibility({visibilityProperty: true})
  && !element.closest("[aria-hidden=true], [inert]");"""

# The messages of the timeline, oldest first; the texts of one; and those that wait to be sent.
ARTICLES = "const articles = () => [...document.querySelectorAll('main article')];"
TEXT = "const text = (article) => article.querySelector('p[dir=auto]')?.innerText ?? '';"
WAITS = "const waits = (article) => article.getAttribute('aria-busy') === 'true';"
SCROLLER = """const scroller = () => {
  let element = document.querySelector("main article")?.parentElement;
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) {
    element = element.parentElement;
  }
  return element ?? document.scrollingElement;
};"""
CONTROLS = """const controls = () => [...document.querySelectorAll(
  "button, input, textarea, select, a[href], summary, audio[controls], [role=slider], [tabindex]"
)].filter((element) => shown(element) && !element.disabled);"""
STORED = """const stored = (store, method, ...keys) => new Promise((resolve) => {
  const opening = indexedDB.open("chatter");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(store);
    const request = transaction.objectStore(store)[method](...keys);
    transaction.oncomplete = () => {
      opening.result.close();
      resolve(request.result);
    };
  };
});"""
BASE64 = """const base64 = (blob) => new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(",")[1]);
  reader.readAsDataURL(blob);
});"""
HELPERS = NAME + SHOWN + ARTICLES + TEXT + WAITS + SCROLLER + CONTROLS + STORED + BASE64


class Page(Recorder, Player, Layout):
    """The site in a tab."""

    names = NAMES

    def __init__(self, tab, url):
        self.tab = tab
        self.url = url

    def open(self):
        """Opens the server's address, and returns once the controls work."""
        self.tab.open(self.url)
        self._wait_for_controls()

    def another_tab(self):
        """The same person's second tab."""
        page = Page(type(self.tab)(self.tab.connection, self.tab.user_context), self.url)
        page.open()
        return page

    def answer(self, path, status, body):
        """Lets requests of a path get this response, from now on."""
        self.run("""(path, status, body) => {
          const {fetch} = window;
          window.fetch = (url, ...rest) => url === path
            ? Promise.resolve(new Response(body, {status})) : fetch(url, ...rest);
        }""", path, status, body)

    def reload(self):
        """Loads the page again, and returns once the controls work."""
        self.tab.reload()
        self._wait_for_controls()

    def _wait_for_controls(self):
        # The page is painted before. That of another origin has other controls.
        wait_until(lambda: self.run("() => document.getElementById('message')?.onkeydown !== null"),
                   "the controls work")

    def run(self, function, *arguments, **options):
        """Runs a function in the page that can call the functions above."""
        return self.tab.run(
            f"(...values) => {{ {HELPERS} return ({function})(...values); }}",
            *arguments, **options)

    # Elements

    def find_all(self, role, name, within=None):
        """The shown elements with a role and a name of NAMES."""
        pattern = re.compile(NAMES[name])
        found = self.tab.find_all(role, within=within)
        return [element for element, text in zip(found, self._names(found))
                if pattern.search(text or "")]

    def find(self, role, name, within=None):
        """The only shown element with a role and a name of NAMES; waits for it."""
        found = wait_until(lambda: self.find_all(role, name, within),
                           f"a {role} with the name {NAMES[name]}")
        if len(found) > 1:
            raise AssertionError(
                f"more than one {role} with the name {NAMES[name]}: {self._names(found)}")
        return found[0]

    def button(self, name, within=None):
        """A button."""
        return self.find("button", name, within)

    def _names(self, elements):
        return self.run("(...all) => all.map((one) => shown(one) ? name(one) : null)", *elements)

    @staticmethod
    def fill(field, text):
        """Replaces the text of a field, as pasting does."""
        field.run("""(field, text) => {
          field.focus();
          field.value = text;
          field.dispatchEvent(new InputEvent("input", {bubbles: true}));
        }""", text)

    # Composing

    @property
    def name_field(self):
        """The field for the person's name."""
        return self.find("textbox", "name")

    @property
    def name(self):
        """The name that the page has remembered."""
        return self.name_field.run("(field) => field.value")

    def set_name(self, name):
        """Enters a name."""
        self.fill(self.name_field, name)
        self.name_field.run("(f) => f.dispatchEvent(new Event('change', {bubbles: true}))")

    @property
    def message_field(self):
        """The field for the text."""
        return self.find("textbox", "message")

    @property
    def message(self):
        """The text that is being written."""
        return self.message_field.run("(field) => field.value")

    def post(self, text):
        """Types a text and presses Enter."""
        self.message_field.click()
        self.tab.type(text)
        self.tab.press("Enter")

    # Signing in

    def sign_in(self, token):
        """Enters a token, which is hidden as a password is, and sends it."""
        field = wait_until(self.token_fields, "the field for a token")[0]
        self.fill(field, token)
        self.button("sign in").click()

    def open_invitation(self, token, rest=""):
        """Opens the link that signs in with a token."""
        self.tab.open(f"{self.url}/#token={token}{rest}")
        self._wait_for_controls()

    def signed_in_as(self):
        """What the menu says of the user, whether it is open or not."""
        return self.run("""() => document.getElementById("signed-in").hidden
          ? null : document.getElementById("signed-in-as").textContent""")

    def address(self):
        """The address that the browser shows."""
        return self.run("() => location.href")

    def token_fields(self):
        """The shown fields for a token."""
        fields = self.tab.locate({"type": "css", "value": "input[type=password]"})
        return [field for field in fields if self.run("(field) => shown(field)", field)]

    def sign_out(self):
        """Signs out, in the menu."""
        self.run("() => document.querySelector('summary').click()")
        self.button("sign out").click()

    # Reading

    def messages(self):
        """The texts of the messages that the server has, oldest first."""
        return self.run("() => articles().filter((a) => !waits(a)).map(text)")

    def raw_messages(self):
        """The same without the effects of layout."""
        return self.run(
            "() => articles().map((a) => a.querySelector('p[dir=auto]')?.textContent ?? '')")

    def waiting(self):
        """The texts of the messages that the server does not have yet."""
        return self.run("() => articles().filter(waits).map(text)")

    def wait_for_message(self, text, prefix=False):
        """Waits until the timeline shows a text."""
        try:
            wait_until(lambda: any(shown.startswith(text) if prefix else shown == text.strip()
                                   for shown in self.messages()),
                       f"the message {text[:100]!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}: shown {self.messages()}, waiting {self.waiting()}, "
                                 f"written {self.message!r}") from None

    def _article(self, text):
        """The article of a message; None if there is none now."""
        articles = self.tab.locate({"type": "css", "value": "main article"})
        texts = self.run("(...all) => all.map(text)", *articles)
        return articles[texts.index(text)] if text in texts else None

    def reply_to(self, text):
        """Replies to a message, by its menu."""
        self.button("more", within=self._article(text)).click()
        self.tab.press("Enter")
        wait_until(lambda: self.message_field.focused, "the reply can be written")

    def replying_to(self):
        """What the page says that is replied to; empty without a reply."""
        return self.run("() => document.getElementById('reply').innerText.trim()")

    def search(self, words):
        """Searches for words."""
        field = self.find("searchbox", "search")
        self.fill(field, words)
        field.focus()
        self.tab.press("Enter")

    def delete_buttons(self, text):
        """The buttons that delete a message."""
        article = self._article(text)
        return self.find_all("button", "delete", within=article) if article else []

    def delete(self, text):
        """Deletes a message, and confirms it where the page asks."""
        # The article of a message that waits is replaced once the message is stored.
        [button] = wait_until(lambda: self.delete_buttons(text), f"a button that deletes {text!r}")
        button.click()
        for dialog in self.tab.find_all("alertdialog") + self.tab.find_all("dialog"):
            self.button("delete", within=dialog).click()

    def scroller(self):
        """The element that scrolls the timeline."""
        return self.locate_by("() => scroller()")

    def locate_by(self, function):
        """The element that a function finds."""
        mark = "data-found-by-test"
        self.run(f"() => ({function})().setAttribute({mark!r}, '')")
        element = self.tab.locate({"type": "css", "value": f"[{mark}]"})[0]
        element.run(f"(element) => element.removeAttribute({mark!r})")
        return element

    def scroll(self, pixels):
        """Scrolls the timeline by pixels, and waits for two frames."""
        self.run("""(pixels) => {
          window.testScrolls = true;
          scroller().scrollBy({top: pixels, behavior: "instant"});
          return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }""", pixels)

    def at_end(self):
        """Whether the newest message is in the viewport."""
        return self.run("""() => {
          const element = scroller();
          return element.scrollHeight - element.scrollTop - element.clientHeight < 40;
        }""")

    def top_of(self, text):
        """The distance of a message from the top of the viewport, in pixels."""
        return self._article(text).run("(article) => article.getBoundingClientRect().top")

    def first_unread(self):
        """The text of the first message after the mark of what is new."""
        return self.run("""() => {
          const mark = [...document.querySelectorAll("main [role=separator]")]
            .find((element) => /new|unread/i.test(element.textContent || name(element)));
          const after = articles().filter((article) => mark
            && mark.compareDocumentPosition(article) & Node.DOCUMENT_POSITION_FOLLOWING);
          return after[0] ? text(after[0]) : null;
        }""")

    def newest_label(self):
        """The name of the button that leads to the newest messages."""
        return self.run("() => name(document.getElementById('to-newest'))")

    def notices(self):
        """The notices that are shown."""
        return self.run(
            "() => [...document.querySelectorAll('#notices > *')].map((n) => n.textContent)")

    def play_label(self):
        """The name of the button that plays what is new, or all."""
        return self.run("() => name(document.getElementById('play-all'))")

    def not_read(self):
        """The number at the way to the newest messages."""
        return self.run("() => Number(document.querySelector('#to-newest span').textContent)")

    def last_read(self):
        """The id of the newest message that was read."""
        return self.run("() => localStorage.getItem('chatter/lastRead')")

    # What the page has stored for the next visit

    def stored_chatts(self):
        """The number of chatts of the timeline."""
        return self.run("async () => (await stored('timeline', 'get', 'newest'))?.chatts.length ?? 0")

    def stored_draft(self):
        """The text that is not posted."""
        return self.run("async () => await stored('drafts', 'get', 'message') ?? null")

    def stored_chunks(self):
        """The number of chunks of a running recording."""
        return self.run("async () => (await stored('recordings', 'getAllKeys')).length")

    def stored_recording(self):
        """The bytes of a running recording."""
        return base64.b64decode(self.run("""async () =>
          base64(new Blob((await stored("recordings", "getAll")).map(({blob}) => blob)))"""))

    # The network

    def fill_store(self):
        """From now on, nothing can be stored in this page: each write is undone."""
        self.run("""() => {
          const {put} = IDBObjectStore.prototype;
          IDBObjectStore.prototype.put = function (...given) {
            const request = put.apply(this, given);
            this.transaction.abort();
            return request;
          };
        }""")

    def set_offline(self, offline):
        """Takes the network from the page, or gives it back."""
        self.tab.connection.call(
            "emulation.setNetworkConditions", contexts=[self.tab.context],
            networkConditions={"type": "offline"} if offline else None)

    def statuses(self):
        """The texts of the page's live regions."""
        return self.run("""() => [...document.querySelectorAll("[role=status], [role=alert]")]
          .filter(shown).map((region) => region.textContent.trim()).filter(Boolean)""")

    def problems(self):
        """The texts that say what is wrong."""
        return self.run("""() => [...document.querySelectorAll("[role=alert]")]
          .filter(shown).map((region) => region.textContent.trim()).filter(Boolean)""")

    def wait_until_offline(self):
        """Waits until the page says that it is offline."""
        wait_until(lambda: any(re.search("offline|connect", text, re.I)
                               for text in self.statuses()), "the page says that it is offline")

    def wait_until_live(self):
        """Waits until the page no longer says that it is offline."""
        wait_until(lambda: not any(re.search("offline|connect", text, re.I)
                                   for text in self.statuses()), "the page is live")

    def devtools_session(self):
        """A session of the DevTools protocol for this page, in Chromium."""
        return self.tab.connection.call(
            "goog:cdp.getSession", context=self.tab.context)["session"]

    def devtools(self, session, method, **parameters):
        """A command of the DevTools protocol in a session."""
        return self.tab.connection.call(
            "goog:cdp.sendCommand", method=method, params=parameters, session=session)

    def wait_for_service_worker(self):
        """Waits until the service worker controls the page."""
        self.run("() => navigator.serviceWorker.ready.then(() => true)")
