"""Rejects constructions that are not plain English, and terms that another word has replaced: words.txt."""

import pathlib
import re


def table():
    """The banned words by scope, with their replacements."""
    scopes, scope = {}, None
    for line in (pathlib.Path(__file__).parent / "words.txt").read_text().split("\n"):
        if heading := re.match(r"\[(.*?)\]", line):
            scope = scopes.setdefault(heading[1], {})
        elif ":" in line and not line.startswith("#"):
            words, replacement = line.split(": ", 1)
            scope |= {word: replacement for word in words.split(", ")}
    return scopes


SCOPES = table()
# Only white space and the marks of comments are between the words of a phrase.
PHRASES = re.compile(
    r"(?<![\w-])(%s)(?![\w-])" % "|".join(w.replace(" ", r"[\s/#]+") for w in SCOPES["text"]),
    re.I | re.A,
)
NAMES = {word: scope for scope, words in SCOPES.items() if scope != "text" for word in words}
CORES = re.compile("|".join(sorted(NAMES, key=len, reverse=True)), re.I)
NOT_IN_WORDS = re.compile(r"[^\w-]", re.A)


def parts(name):
    """The words of a name in camel or snake case: http and answer for HTTPAnswer2."""
    return [p.lower() for p in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def banned_parts(word):
    for name in word.split("-"):
        words = parts(name)
        for index, part in enumerate(words):
            scope = NAMES.get(part)
            several = len(words) > 1
            if (
                scope == "text and names"
                or several
                and (scope == "names" or scope == "ends of names" and index == len(words) - 1)
            ):
                yield part, SCOPES[scope][part]


def language(path, text):
    findings = []
    for match in PHRASES.finditer(text):
        phrase = " ".join(re.split(r"[\s/#]+", match[1].lower()))
        findings.append((text.count("\n", 0, match.start()) + 1, phrase, SCOPES["text"][phrase]))
    for line, words in enumerate(text.split("\n"), 1):
        if CORES.search(words):
            for word in NOT_IN_WORDS.split(words):
                findings += [(line, *banned) for banned in banned_parts(word)]
    for line, word, replacement in sorted(findings):
        yield f'{path}:{line}: "{word}": write "{replacement}"'
