"""What a screen reader says in Chromium: what has the focus, and what live regions announce."""

import re

from waiting import wait_until

# Notes what is announced. A log says what is added, another region all that it has.
WATCH = """() => {
  window.testSpoken = [];
  const live = "[role=status], [role=alert], [role=log]";
  const spoken = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    if (node.nodeType !== Node.ELEMENT_NODE || !shown(node)) return "";
    if (node.matches("button")) return `button, ${name(node)}`;
    return [...node.childNodes].map(spoken).filter(Boolean).join(" ");
  };
  const said = ({target, addedNodes}) => {
    const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
    const region = element?.closest(live);
    if (region?.getAttribute("role") === "log") return [...addedNodes].map(spoken).join(" ");
    if (region) return spoken(region);
    const alerts = [...addedNodes].flatMap((node) => [...node.querySelectorAll?.(live) ?? []]);
    return alerts.map(spoken).join(" ");
  };
  new MutationObserver((records) => {
    for (const text of new Set(records.map(said))) if (text) window.testSpoken.push(text);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""

# What people hear for roles that have longer names.
ROLES = {"textbox": "text field", "searchbox": "search field", "combobox": "list",
         "DisclosureTriangle": "disclosure", "alertdialog": "dialog", "article": "message",
         "menuitem": "item", "checkbox": "check box"}
# More stops than the page has.
STOPS_MAX = 60
# What is entered with the focus, and said before it.
CONTEXTS = {"alertdialog", "dialog", "form", "menu", "region", "search"}


class ScreenReader:
    """Reads a page aloud, a line for each stop of the focus and for each announcement."""

    def __init__(self, page, replacements=()):
        self.page = page
        self.replacements = replacements
        self.lines = []
        self.contexts = []
        self.session = page.devtools_session()
        self.listen()

    def listen(self):
        """Notes the announcements of the page, which has been loaded."""
        self.page.run(WATCH)

    def chapter(self, title):
        """Begins a part of the text."""
        self.lines += ["", f"# {title}"]

    def press(self, *keys):
        """Presses keys, if any, and says what has the focus then."""
        if keys:
            self.page.tab.press(*keys)
        self.lines += self._focus()

    def go_to(self, pattern, *keys):
        """Presses Tab, or other keys, until a pattern matches what has the focus, and says only
        that."""
        before = self.contexts
        for _ in range(STOPS_MAX):
            self.page.tab.press(*(keys or ["Tab"]))
            self.contexts = before
            said = self._focus()
            if re.search(pattern, said[-1]):
                self.lines += said
                return
        raise AssertionError(f"no stop matches {pattern}")

    def read_to(self, pattern):
        """Presses Tab until a pattern matches what has the focus, and says all stops."""
        for _ in range(STOPS_MAX):
            self.press("Tab")
            if re.search(pattern, self.lines[-1]):
                return
        raise AssertionError(f"no stop matches {pattern}")

    def type(self, text):
        """Types a text."""
        self.page.tab.type(text)
        self.lines.append(f"(types: {text})")

    def hear(self, pattern):
        """Waits for an announcement, and says it with those before it."""
        def heard():
            texts = self.page.run("() => window.testSpoken")
            return any(re.search(pattern, text) for text in texts)
        wait_until(heard, f"the announcement {pattern}")
        for text in self.page.run("() => window.testSpoken.splice(0)"):
            # What follows at once is said instead.
            if text == "Loading…":
                continue
            self.lines.append(self._replaced(f"“{text}”"))

    def _focus(self):
        """What is said of the focus, after the groups that it has entered."""
        nodes = self._focused()
        if not nodes:
            return ["(nothing has the focus)"]
        contexts = [node for node in nodes if role(node) in CONTEXTS and name(node)]
        entered = [node for node in contexts if (role(node), name(node)) not in self.contexts]
        self.contexts = [(role(node), name(node)) for node in contexts]
        said = [line(node) for node in reversed(entered) if node is not nodes[0]]
        value = self.page.run("() => document.activeElement.getAttribute('aria-valuetext')")
        return [self._replaced(text) for text in [*said, line(nodes[0], value)]]

    def _focused(self):
        """The node of the accessibility tree that has the focus, and those around it."""
        found = self._devtools("Runtime.evaluate", expression="document.activeElement")["result"]
        nodes = self._devtools("Accessibility.getPartialAXTree", objectId=found["objectId"],
                               fetchRelatives=True)["nodes"]
        if found.get("className") == "HTMLBodyElement":
            return []
        by_id = {node["nodeId"]: node for node in nodes}
        chain = [nodes[0]]
        while chain[-1].get("parentId") in by_id:
            chain.append(by_id[chain[-1]["parentId"]])
        return chain

    def _devtools(self, method, **parameters):
        answer = self.page.devtools(self.session, method, **parameters)
        return answer.get("result", answer)

    def _replaced(self, text):
        for pattern, replacement in self.replacements:
            text = re.sub(pattern, replacement, text)
        return text.rstrip()


def role(node):
    """The role of a node."""
    return node.get("role", {}).get("value", "")


def name(node):
    """The name of a node."""
    return node.get("name", {}).get("value", "")


def line(node, value=None):
    """What is said of a node: its role, name, value, states and description."""
    properties = {entry["name"]: entry["value"].get("value") for entry in node["properties"]}
    value = value or node.get("value", {}).get("value", "")
    states = [text for key, wanted, text in (
        ("pressed", "true", "pressed"), ("pressed", "false", "not pressed"),
        ("checked", "true", "checked"), ("checked", "false", "not checked"),
        ("expanded", True, "expanded"), ("expanded", False, "collapsed"),
        ("disabled", True, "disabled"), ("readonly", True, "read only"),
        ("invalid", "true", "wrong"), ("hasPopup", "menu", "opens a menu"),
    ) if properties.get(key) == wanted]
    description = node.get("description", {}).get("value", "")
    # A list opens by itself, and a description is not said twice.
    if role(node) == "combobox":
        states = []
    if description == name(node):
        description = ""
    parts = [ROLES.get(role(node), role(node)), name(node), str(value), *states, description]
    return ", ".join(part for part in parts if part)
