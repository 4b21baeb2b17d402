"""Applies the house rules to the tree, and shows that each of them finds what it forbids."""

import pathlib
import subprocess
import unittest

import rules
from language import language

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED = {
    line.split()[0]: line.split()[1:]
    for line in (ROOT / "Tests/HouseRules/unsafe-files.txt").read_text().split("\n")
    if line and not line.startswith("#")
}
# The words, and the rules' examples; inputs of fuzzers and results of measurements are data. A
# migration that was applied somewhere keeps its text.
MAY_HAVE_ANY_WORD = (
    "Tests/HouseRules/",
    "Fuzz/corpus/",
    "Benchmarks/results/",
    "migrations/",
)
TEXTS = (
    "Sources", "migrations", "Tests", "Examples", "Fuzz", "Benchmarks", "docs", "scripts", "deploy",
)
TEXT_FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "certs/README.md")


def swift(text, path="Sources/HTTP/A.swift"):
    return rules.Swift(path, text)


class TreeTests(unittest.TestCase):
    """The rules, applied to every file that git knows."""

    @classmethod
    def setUpClass(cls):
        command = [
            "git",
            "-C",
            ROOT,
            "-c",
            "safe.directory=*",
            "ls-files",
            "-z",
            "-co",
            "--exclude-standard",
        ]
        names = subprocess.check_output(command, text=True).split("\0")
        cls.texts = {}
        for name in filter(None, names):
            if (ROOT / name).is_file():
                cls.texts[name] = (ROOT / name).read_bytes().decode(errors="replace")
        under = lambda top: [
            swift(t, n) for n, t in cls.texts.items() if n.startswith(top) and n.endswith(".swift")
        ]
        cls.sources, cls.tests = under("Sources/"), under("Tests/")
        cls.targets = rules.targets(cls.texts["Package.swift"])

    def none(self, findings):
        self.assertEqual([], list(findings))

    def each(self, rule):
        self.none(finding for file in self.sources + self.tests for finding in rule(file))

    def test_has_short_files_and_functions(self):
        self.each(rules.lengths)

    def test_has_unsafe_code_and_c_imports_only_in_listed_files(self):
        self.none(rules.unsafe_files(self.sources, LISTED))

    def test_explains_unchecked_declarations(self):
        self.none(rules.explained_trust(self.sources + self.tests))

    def test_has_no_debts_dead_code_prints_or_sleeps(self):
        self.each(rules.wording)

    def test_waits_for_facts_and_not_for_time(self):
        self.none(finding for file in self.tests for finding in rules.time_in_tests(file))

    def test_imports_what_the_manifest_declares(self):
        self.assertGreater(len(self.targets), 40)
        self.none(rules.layers(self.targets))
        self.none(rules.imports(self.targets, self.sources + self.tests))

    def test_has_tests_beside_their_sources(self):
        self.none(rules.mirrors(self.sources, self.tests))

    def test_has_paths_that_differ_by_more_than_case(self):
        self.none(rules.cases(self.texts))

    def test_numbers_migrations_without_gaps(self):
        names = [
            pathlib.PurePath(n).name
            for n in self.texts
            if n.endswith(".sql") and n.startswith("migrations/")
        ]
        self.assertTrue(names)
        self.none(rules.migrations(names))

    def test_has_no_private_key(self):
        self.none(finding for item in self.texts.items() for finding in rules.secrets(*item))

    def test_quotes_existing_files_and_tests_in_the_security_page(self):
        path = "docs/develop/security.md"
        functions = {}
        for test in self.tests:
            found = rules.re.findall(r"\bfunc (\w+)", "\n".join(test.lines))
            functions.setdefault(test.name, set()).update(found)
        self.none(rules.quotations(path, self.texts[path], self.texts, functions))

    def test_uses_plain_words(self):
        for path, text in self.texts.items():
            if (path.startswith(TEXTS) or path in TEXT_FILES) and not path.startswith(
                MAY_HAVE_ANY_WORD
            ):
                if "\ufffd" not in text:
                    self.none(language(path, text))


class RuleTests(unittest.TestCase):
    """Each rule finds what it forbids, and nothing beside it."""

    def check(self, rule, found, accepted):
        for example in found:
            self.assertTrue(list(rule(example)), example)
        for example in accepted:
            self.assertEqual([], list(rule(example)), example)

    def test_lengths(self):
        body = "  a()\n"
        self.check(
            lambda text: rules.lengths(swift(text)),
            [
                "a\n" * 301,
                "  //" + "é" * 99,
                *(
                    f"{head}\n{body * 59}}}\n"
                    for head in (
                        "func f() {",
                        "init?(a: Int) {",
                        "  public static func f() {".strip(),
                        "deinit {",
                        "func f(\n  a: Int\n) {",
                    )
                ),
            ],
            [
                "a\n" * 300,
                "//" + "é" * 98,
                f"func f() {{\n{body * 58}}}\n",
                "protocol A {\n  func f()\n\n" + "  var a: Int\n" * 70 + "}\n",
            ],
        )

    def test_unsafe_files(self):
        check = lambda text: rules.unsafe_files([swift(text, "Sources/A/B.swift")], {})
        self.check(
            check,
            [
                "let a = unsafe f()",
                "class A: @unchecked Sendable {}",
                "f(_ a: UnsafeRawPointer)",
                "import COpenSSL",
                "private import CLinux",
            ],
            ["// unsafe", 'let a = "unsafe"', "import Chatter"],
        )
        for listed in ("Sources/A/B.swift", "Sources/A/"):
            self.assertEqual(
                [],
                list(
                    rules.unsafe_files(
                        [swift("unsafe f()", "Sources/A/B.swift")], {listed: ["unsafe"]}
                    )
                ),
            )
            self.assertTrue(
                list(rules.unsafe_files([swift("f()", "Sources/A/B.swift")], {listed: ["unsafe"]}))
            )

    def test_explained_trust(self):
        self.check(
            lambda text: rules.explained_trust([swift(text)]),
            [
                "class A: @unchecked Sendable {}",
                "a\n@B\nnonisolated(unsafe) var a = 1",
                "// a\nclass A: @unchecked B {}\n" * 9,
            ],
            ["// Its lock.\n@B\nclass A: @unchecked Sendable {}"],
        )

    def test_wording(self):
        self.check(
            lambda text: rules.wording(swift(text)),
            [
                "// TO" + "DO: a",
                "/// FIX" + "ME",
                "// Copyright 2025",
                "// let a = 1",
                "// f(a)",
                "// if a {",
                "// }",
                "// return f(a)",
                "// import Glibc",
                "// a = b;",
                "print(a)",
                "  debugPrint(a)",
                "usleep(5)",
                "Thread.sleep(forTimeInterval: 1)",
            ],
            [
                "// Let a caller go first.",
                "/// f(a)",
                'let a = "print(b)"',
                "log.print(a)",
                "func print(_ a: Int) {}",
                "loop.sleep(until: a)",
                "blueprint(a)",
                "// See read(2).",
                "// For a list, see RFC 9110 (section 5.6.1).",
            ],
        )
        self.assertEqual(
            [], list(rules.wording(swift("print(a)", "Sources/ChatterDaemon/A.swift")))
        )

    def test_time_in_tests(self):
        for line in (
            "try await Task.sleep(for: a)",
            "let a = ContinuousClock.now",
            "server.residentBytes < 5",
        ):
            self.assertTrue(
                list(rules.time_in_tests(swift(line, "Tests/HTTPTests/ATests.swift"))), line
            )
            for path in (
                "Tests/TestSupport/Eventually.swift",
                "Tests/ETests/Torture/A.swift",
                "Tests/ETests/AMeasurements.swift",
            ):
                self.assertEqual([], list(rules.time_in_tests(swift(line, path))))

    def test_imports_and_layers(self):
        manifest = (
            'let a\n  targets: [\n    // 0  C.\n    .systemLibrary(name: "CZlib"),\n    // 2  Protocols.\n'
            '    .target(\n      name: "HTTP", dependencies: ["CZlib"], swiftSettings: settings),\n'
            '    .target(name: "TLS", dependencies: %s),\n    // 5  Tests.\n'
            '    .testTarget(name: "HTTPTests", dependencies: ["HTTP"]),\n  ]\n'
        )
        good = rules.targets(manifest % '["CZlib"]')
        self.assertEqual(good[1], ("HTTP", "Sources/HTTP", 2, ["CZlib"]))
        self.assertEqual([], list(rules.layers(good)))
        for wrong in ('["HTTP"]', '["Gone"]'):
            self.assertTrue(list(rules.layers(rules.targets(manifest % wrong))))
        self.check(
            lambda text: rules.imports(good, [swift(text)]),
            [
                "import CZlib\nimport Postgres",
                "import Glibc",
                "import CZlib\nimport Foundation",
                "@_exported import CZlib",
            ],
            ["import CZlib\npublic import struct Glibc.stat"],
        )

    def test_mirrors(self):
        sources = [swift("struct Parser { enum State {} }", "Sources/HTTP/HTTP1/Parser.swift")]
        self.check(
            lambda name: rules.mirrors(sources, [swift("", f"Tests/{name}.swift")]),
            ["HTTPTests/ParserTests", "HTTPTests/HTTP1/OtherTests", "HTTPTests/HTTP1/Requests"],
            [
                "HTTPTests/HTTP1/ParserTests",
                "HTTPTests/HTTP1/Parser+BodyTests",
                "HTTPTests/HTTP1/StateTests",
                "HTTPTests/Support/Requests",
                "TestSupport/Any",
            ],
        )

    def test_names_of_files(self):
        self.check(rules.cases, [["a/B/c", "a/b/d"], ["A", "a"]], [["a/b", "a/c", "b/a"]])
        self.check(
            rules.migrations,
            [["0002-a.sql"], ["0001-a.sql", "0003-b.sql"], ["0001-A.sql"], ["0001-a.txt"]],
            [["0002-b.sql", "0001-a-1.sql"]],
        )

    def test_secrets(self):
        label = "-----BEGIN EC PRIVATE" + " KEY-----"
        self.check(
            lambda text: rules.secrets("a", text),
            [f"{label}\n{'Ab+/' * 16}\n", f"{label}\\n{'Ab+/' * 16}"],
            [label, f"-----BEGIN CERTIFICATE-----\n{'Ab+/' * 16}\n"],
        )

    def test_quotations(self):
        self.check(
            lambda page: rules.quotations(
                "a.md", page, ["Sources/HTTP/R.swift", "scripts/scan"], {"RTests": {"routes"}}
            ),
            [
                "`HTTP/Gone.swift`",
                "`scripts/gone`",
                "`RTests.gone`",
                "| 1.2.3 | a |\n| 1.2.3 | b |",
            ],
            [
                "`HTTP/R.swift` `scripts/scan` `RTests.routes`",
                "`/v1/chatts` `application/json`",
                "| 1.2.3 | a |\n| 1.2.4 | b |",
            ],
        )

    def test_language(self):
        self.check(
            lambda text: language("a", text),
            [
                "Anew.",
                "he",
                "so\n  /// many",
                "theCrowd",
                "CROWD_MAX",
                "fooAnswer",
                "freePermits",
                "time-out",
                "none of which",
            ],
            [
                "the",
                "many",
                "so much many",
                "answer",
                "permits",
                "permitsNone",
                "scrowds",
                "whether",
            ],
        )


if __name__ == "__main__":
    unittest.main()
