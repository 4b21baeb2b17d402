"""The house rules of CONTRIBUTING.md that a program can check. Each rule yields findings as texts."""

import pathlib
import re

# Dependencies inside a layer that are allowed; modules of the system; those that only tests import.
INSIDE_LAYERS = {("ChatterSpeech", "ChatterAudio")}
SYSTEM = {"Glibc", "Observation", "Synchronization"}
TESTING = {"Foundation", "FoundationNetworking", "Testing"}
FILE_LINES_MAX, FUNCTION_LINES_MAX, COMMENT_COLUMNS_MAX, UNCHECKED_MAX = 300, 60, 100, 8
MAY_PRINT = ("Sources/ChatterDaemon/", "Sources/ChatterTerminal/")
# None of these runs on a loop.
MAY_PAUSE = {
    "Sources/System/Threads/SystemThread.swift",
    "Tests/EndToEndTests/Support/PrivateHome.swift",
}
# The guards of tests against hanging.
MAY_READ_TIME = {
    "Tests/TestSupport/Eventually.swift",
    "Tests/TestSupport/Programs/RunningProgram.swift",
}
OUTSIDE_THE_GATE = ("Measurements.swift", "TortureTests.swift", "/Measurements/", "/Torture/")

LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|(?P<hashes>#*)"""(.*?)"""(?P=hashes)|#"(.*?)"#|"(\\.|[^"\\\n])*"', re.S
)


def blank(match):
    """Removes a comment or the text of a literal; the code of its interpolations stays."""
    kept, depth, text = [], 0, match[0]
    quote = "" if text.startswith("/") else '"'
    if not quote or "\\" not in text:
        return quote + "\n" * text.count("\n") + quote
    for at, character in enumerate(text):
        if depth == 0 and character == "(" and text[at - 1] in "\\#":
            depth = 1
        elif depth:
            depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "\n" or depth:
            kept.append(character)
    return '"' + "".join(kept) + '"'


class Swift:
    """A Swift file: its lines, and the same lines without comments and the text of literals."""

    def __init__(self, path, text):
        self.path, self.lines = path, text.split("\n")
        self.code = LITERAL.sub(blank, text).split("\n")
        parts = path.split("/")
        self.target, self.place = "/".join(parts[:2]), "/".join(parts[2:-1])
        self.name = parts[-1].removesuffix(".swift")

    def found(self, pattern):
        """The numbers of the lines of code that have a match."""
        return [n for n, line in enumerate(self.code, 1) if re.search(pattern, line)]


def lengths(file):
    count = len(file.lines) - (file.lines[-1] == "")
    if count > FILE_LINES_MAX:
        yield f"{file.path}: {count} lines; at most {FILE_LINES_MAX}"
    opened = None
    for number, line in enumerate(file.lines, 1):
        if len(line) > COMMENT_COLUMNS_MAX and line.lstrip().startswith("//"):
            yield f"{file.path}:{number}: a comment of {len(line)} columns; at most {COMMENT_COLUMNS_MAX}"
        # In formatted code a function ends with the first brace in its own column.
        code = file.code[number - 1]
        start = re.match(r"( *)(?:@?[\w()]+ )*(?:func |init[?(<]|deinit )", code)
        if opened and code.startswith(opened[0] + "}"):
            if number - opened[1] + 1 > FUNCTION_LINES_MAX:
                yield f"{file.path}:{opened[1]}: a function of {number - opened[1] + 1} lines; at most {FUNCTION_LINES_MAX}"
            opened = None
        elif start and not opened and not code.rstrip().endswith("}") and "self.init" not in code:
            opened = (start[1], number)
        elif opened and not code.strip() and not file.lines[number - 1].strip():
            # A requirement of a protocol has no body.
            body = "".join(file.code[opened[1] - 1 : number])
            opened = opened if "{" in body else None


def unsafe_files(files, listed):
    """Unsafe code and C imports only in listed files, each of which has them. `listed`: path → words."""
    patterns = {
        "unsafe": r"\bunsafe\b|\bunchecked\b|\bUnsafe\w",
        "C": r"\bimport (?:\w+ )?C[A-Z]\w*",
    }
    used = set()
    for file in files:
        entries = [
            p for p in listed if file.path == p or p.endswith("/") and file.path.startswith(p)
        ]
        for word, pattern in patterns.items():
            lines = file.found(pattern)
            allowed = [p for p in entries if word in listed[p]]
            used |= {(p, word) for p in allowed if lines}
            if lines and not allowed:
                yield f"{file.path}:{lines[0]}: {word} in a file that is not listed for it"
    for path, words in listed.items():
        yield from (
            f"{path}: listed for {word}, but has none" for word in words if (path, word) not in used
        )


def explained_trust(files):
    surplus = []
    for file in files:
        for number in file.found(r"\bunchecked\b|\bnonisolated\(unsafe\)"):
            above = [line.strip() for line in file.lines[: number - 1]]
            while above and above[-1].startswith("@"):
                above.pop()
            if not above or not above[-1].startswith("//"):
                yield f"{file.path}:{number}: say in a comment above what makes this true"
        if file.path.startswith("Sources/"):
            surplus += [
                f"{file.path}:{n}: one of too many @unchecked" for n in file.found(r"\bunchecked\b")
            ]
    if len(surplus) > UNCHECKED_MAX:
        yield from surplus


def wording(file):
    for number, line in enumerate(file.lines, 1):
        code = file.code[number - 1]
        if re.search(r"//.*\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b", line):
            yield f"{file.path}:{number}: a debt: settle it now"
        if re.search(r"//.*\b(copyright|licensed|spdx)\b", line, re.I):
            yield f"{file.path}:{number}: the license is not in each file"
        if re.match(
            r"\s*//(?!/)\s*((let|var) \w+( =|:)|import \w+$|return \S+\(.*\)$|[\w.]+\(\S*\)$|.*[;{]$|}\)?$)",
            line,
        ):
            yield f"{file.path}:{number}: this looks like code that was commented out"
        if re.search(
            r"(?<![\w.])(?<!func )(print|debugPrint|dump)\(", code
        ) and not file.path.startswith(MAY_PRINT):
            yield f"{file.path}:{number}: printing is for programs"
        if (
            re.search(r"(?<![\w.])(usleep|nanosleep)\(|Thread\.sleep", code)
            and file.path not in MAY_PAUSE
        ):
            yield f"{file.path}:{number}: sleeping hides a race or blocks a thread"


def time_in_tests(file):
    in_gate = file.target.endswith(("Tests", "TestSupport")) and file.path not in MAY_READ_TIME
    if in_gate and not any(part in file.path for part in OUTSIDE_THE_GATE):
        for number in file.found(
            r"Task\.sleep|ContinuousClock|SuspendingClock|server\.(residentBytes|processorTime)"
        ):
            yield f"{file.path}:{number}: a test of the gate waits for a fact, not for time"


def targets(manifest):
    """The targets of a manifest, in order: name, directory, layer and dependencies."""
    text = manifest[manifest.find("\n  targets: [\n") :]
    parts = re.split(
        r"\n +(?=// \d+  |\.(?:target|executableTarget|testTarget|systemLibrary)\()",
        text[: text.find("\n  ]")],
    )
    layer, result = -1, []
    for part in parts[1:]:
        if heading := re.match(r"// (\d+)  ", part):
            layer = int(heading[1])
            continue
        name = re.search(r'name: "([^"]+)"', part)[1]
        path = re.search(r'path: "([^"]+)"', part)
        directory = ("Tests/" if part.startswith(".testTarget") else "Sources/") + name
        found = re.search(r"dependencies: \[(.*?)\]", part, re.S)
        needs = re.findall(r'"([^"]+)"', found[1]) if found else []
        result.append((name, path[1] if path else directory, layer, needs))
    return result


def layers(targets):
    of = {name: layer for name, _, layer, _ in targets}
    for (_, _, layer, _), (name, _, next_layer, _) in zip(targets, targets[1:]):
        if next_layer < layer:
            yield f"Package.swift: {name} is below the heading of another layer"
    for name, _, layer, needs in targets:
        if layer == max(of.values()):
            continue
        for need in needs:
            if of.get(need, layer) >= layer and (name, need) not in INSIDE_LAYERS:
                yield f"Package.swift: {name} depends on {need}, which is not below it"


def imports(targets, files):
    used = {}
    by_directory = {directory: (name, needs) for name, directory, _, needs in targets}
    for file in files:
        if file.target not in by_directory:
            yield f"{file.path}: {file.target} is in no target of Package.swift"
            continue
        name, needs = by_directory[file.target]
        allowed = SYSTEM | {need.replace("-", "_") for need in needs}
        allowed |= TESTING if file.target.startswith("Tests/") else set()
        pattern = r"^(?:@?\w+(?:\(\w+\))? )*import (?:(?:struct|class|enum|protocol|typealias|func|var|let) )?(\w+)"
        for number, line in enumerate(file.code, 1):
            if found := re.match(pattern, line):
                used.setdefault(name, set()).add(found[1])
                if found[1] not in allowed:
                    yield f"{file.path}:{number}: {name} does not depend on {found[1]} in Package.swift"
                if "@_exported" in line:
                    yield f"{file.path}:{number}: @_exported hides an import"
    for name, directory, _, needs in targets:
        if directory.startswith("Sources/") and name in used:
            for need in set(needs) - used[name]:
                yield f"Package.swift: {name} does not import its dependency {need}"


def mirrors(sources, tests):
    """A suite is beside the file or the type that it tests: Sources/A/B/T.swift, Tests/ATests/B/TTests.swift."""
    modules = {}
    for file in sources:
        places = modules.setdefault(file.target.removeprefix("Sources/"), {})
        kinds = r"\b(?:struct|class|enum|actor|protocol|typealias|extension) (\w+)"
        for name in {file.name, *re.findall(kinds, "\n".join(file.code))}:
            places.setdefault(name, set()).add(file.place)
    for test in tests:
        module = test.target.removeprefix("Tests/").removesuffix("Tests")
        if (
            module not in modules
            or not test.target.endswith("Tests")
            or "Support" in test.place.split("/")
        ):
            continue
        subject = re.fullmatch(r"(.+?)(Tests|Measurements)", test.name)
        if not subject:
            yield f"{test.path}: holds no tests, by its name: move it to a directory Support"
            continue
        places = modules[module].get(subject[1]) or modules[module].get(subject[1].split("+")[0])
        if not places:
            yield f"{test.path}: {module} has no file or type {subject[1]}"
        elif test.place not in places:
            yield f"{test.path}: belongs to " + " or ".join(
                f"Tests/{module}Tests/{p}" for p in sorted(places)
            )


def cases(paths):
    """No two files or directories differ by case only: on a Mac they would be one."""
    spellings = {}
    for path in paths:
        for parent in [pathlib.PurePath(path), *pathlib.PurePath(path).parents]:
            other = spellings.setdefault(str(parent).lower(), str(parent))
            if other != str(parent):
                yield f"{path}: differs from {other} by case only"
                break


def migrations(names):
    for number, name in enumerate(sorted(names), 1):
        if not re.fullmatch(rf"{number:04}-[a-z0-9-]+\.sql", name):
            yield f"{name}: should be called {number:04}-what-it-does.sql"


def secrets(path, text):
    label = "PRIVATE" + " KEY-----"
    if re.search(label + r"(?:[\s\\]|n)*[A-Za-z0-9+/=]{40}", text):
        yield f"{path}: holds a private key"


def quotations(path, page, paths, functions):
    """Files and tests that a page quotes in backticks exist; a requirement has one row only."""
    known, rows = set(paths), set()
    for number, line in enumerate(page.split("\n"), 1):
        for text in re.findall(r"`([^`]*)`", line):
            test = re.fullmatch(r"([\w+]+Tests)\.(\w+)", text)
            if test and test[2] not in ("swift", "py"):
                if test[2] not in functions.get(test[1], ()):
                    yield f"{path}:{number}: {text}: no such test"
            elif re.fullmatch(
                r"(?!/)\S+/\S+\.(html|js|mjs|md|py|service|sql|swift|yaml)|(scripts|deploy)/\S+",
                text,
            ):
                if text not in known and "Sources/" + text not in known:
                    yield f"{path}:{number}: {text}: no such file"
        if row := re.match(r"\| *([\d.]*\d\.\d[\d.]*)", line):
            if row[1] in rows:
                yield f"{path}:{number}: {row[1]} has another row"
            rows.add(row[1])
