"""A tab: opens pages, runs functions in them, finds elements, and has a pointer and a keyboard."""

import base64
import json
import pathlib

# The keys that tests press, as WebDriver names them.
KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009", "Escape": "\ue00c",
    "Space": " ", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
    "Backspace": "\ue003", "Delete": "\ue017",
}


class Tab:
    """A tab of a browser, with storage of its own unless it is opened from another one."""

    def __init__(self, connection, user_context):
        self.connection = connection
        self.user_context = user_context
        self.context = connection.call(
            "browsingContext.create", type="tab", userContext=user_context)["context"]

    def open(self, url):
        """Navigates, and returns after the page's load event."""
        self.connection.call(
            "browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self):
        """Loads the page again, and returns after its load event."""
        self.connection.call(
            "browsingContext.reload", context=self.context, wait="complete")

    def close(self):
        """Closes the tab, without the page's consent."""
        self.connection.call("browsingContext.close", context=self.context)

    def run(self, function, *arguments, sandbox=None):
        """Runs a JavaScript function and returns its result, or that of its promise.

        Arguments and the result are JSON values; arguments can also be elements. A sandbox sees
        the same document, but has its own global variables.
        """
        declaration = (
            "async (...given) => JSON.stringify(await (" + function + ")(...given.map("
            "(value) => typeof value === 'string' ? JSON.parse(value) : value)) ?? null)")
        target = {"context": self.context, **({"sandbox": sandbox} if sandbox else {})}
        response = self.connection.call(
            "script.callFunction", functionDeclaration=declaration,
            awaitPromise=True, target=target,
            arguments=[value.reference if isinstance(value, Element)
                       else {"type": "string", "value": json.dumps(value)} for value in arguments])
        if response["type"] == "exception":
            raise AssertionError(f"{response['exceptionDetails']['text']} in {function[:500]}")
        return json.loads(response["result"]["value"])

    def find_all(self, role, name=None, within=None):
        """The elements with an ARIA role and an accessible name, in document order."""
        value = {"role": role} if name is None else {"role": role, "name": name}
        return self.locate({"type": "accessibility", "value": value}, within)

    def locate(self, locator, within=None):
        """The elements that a locator of BiDi finds, in document order."""
        parameters = {"startNodes": [within.reference]} if within else {}
        nodes = self.connection.call(
            "browsingContext.locateNodes", context=self.context, locator=locator, **parameters)
        return [Element(self, node["sharedId"]) for node in nodes["nodes"]]

    def press(self, *keys, times=1):
        """Presses keys together, for example Shift and Enter, and releases them."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._perform({"type": "key", "id": "keyboard", "actions": (down + up) * times})

    def type(self, text):
        """Types a text of characters that have keys."""
        for start in range(0, len(text), 100):
            self._perform({"type": "key", "id": "keyboard", "actions": [
                {"type": kind, "value": character} for character in text[start:start + 100]
                for kind in ("keyDown", "keyUp")]})

    def pointer(self, *actions, kind="mouse"):
        """Moves, presses and releases the pointer: a mouse or a finger."""
        self._perform({"type": "pointer", "id": kind, "parameters": {"pointerType": kind},
                       "actions": list(actions)})

    def _perform(self, source):
        self.connection.call("input.performActions", context=self.context, actions=[source])

    def set_viewport(self, width, height):
        """Sets the size of the page in CSS pixels."""
        self.connection.call("browsingContext.setViewport", context=self.context,
                             viewport={"width": width, "height": height})

    def screenshot(self, path):
        """Writes what the viewport shows to a PNG file."""
        response = self.connection.call("browsingContext.captureScreenshot", context=self.context)
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(response["data"]))


class Element:
    """An element of a page."""

    def __init__(self, tab, shared_id):
        self.tab = tab
        self.reference = {"sharedId": shared_id}

    def run(self, function, *arguments):
        """Runs a function with the element as its first argument."""
        return self.tab.run(function, self, *arguments)

    def move(self, x=0, y=0):
        """The pointer action that moves to the middle of the element, or x and y pixels beside."""
        return {"type": "pointerMove", "x": round(x), "y": round(y),
                "origin": {"type": "element", "element": self.reference}}

    def click(self, kind="mouse"):
        """Scrolls to the element and clicks in its middle, or taps it with kind "touch"."""
        self.run("(element) => element.scrollIntoView({block: 'nearest', behavior: 'instant'})")
        self.tab.pointer(self.move(), {"type": "pointerDown", "button": 0},
                         {"type": "pointerUp", "button": 0}, kind=kind)

    def focus(self):
        """Gives the element the focus."""
        self.run("(element) => element.focus()")

    @property
    def text(self):
        """The text that is shown."""
        return self.run("(element) => element.innerText")

    @property
    def focused(self):
        """Whether the element has the focus."""
        return self.run("(element) => element === document.activeElement")

    @property
    def enabled(self):
        """Whether the element can be used."""
        return self.run(
            "(element) => !element.disabled && element.getAttribute('aria-disabled') !== 'true'")

    @property
    def visible(self):
        """Whether the element is shown, in the viewport or after scrolling."""
        return self.run("(element) => element.checkVisibility({visibilityProperty: true})")

    def attribute(self, name):
        """The value of an attribute, or None."""
        return self.run("(element, name) => element.getAttribute(name)", name)
