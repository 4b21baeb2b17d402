"""Runs the browser tests in one browser.

    python3 run.py chromium|firefox RESULTS AXE [FILTER]
    python3 run.py chromium --measure

RESULTS is a directory for screenshots and logs, AXE is axe.min.js. scripts/test-web calls this.
"""

import pathlib
import shutil
import signal
import sys
import tempfile
import time
import unittest

import measure
from browsers import BROWSERS
from case import SiteCase
from server import Certificates

# The number of tests whose times are printed at the end.
SLOWEST = 10


class TimedResult(unittest.TextTestResult):
    """A result that knows how long each test took, with its cleanups."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.seconds = {}

    def startTest(self, test):
        super().startTest(test)
        self.seconds[test.id()] = -time.monotonic()

    def stopTest(self, test):
        self.seconds[test.id()] += time.monotonic()
        super().stopTest(test)


def tests(pattern):
    """The tests of all files whose names contain the pattern."""
    loader = unittest.TestLoader()
    if pattern:
        loader.testNamePatterns = [f"*{pattern}*"]
    return loader.discover(str(pathlib.Path(__file__).parent), "test_*.py")


def run(browser, results, axe, pattern=""):
    """Runs the tests, and returns the exit status."""
    SiteCase.prepare(browser, SiteCase.certificates, results, axe)
    started = time.monotonic()
    result = unittest.TextTestRunner(verbosity=2, resultclass=TimedResult).run(tests(pattern))
    slowest = sorted(result.seconds.items(), key=lambda entry: -entry[1])[:SLOWEST]
    for name, seconds in slowest:
        print(f"{seconds:6.1f} s  {name}")
    print(f"{browser.name}: {result.testsRun} tests, {len(result.skipped)} skipped, "
          f"{time.monotonic() - started:.0f} s")
    return 0 if result.wasSuccessful() else 1


def main(name, *arguments):
    """Starts the browser for the tests or the measurement, and stops it."""
    # SIGTERM ends the programs that this one has started, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    directory = pathlib.Path(tempfile.mkdtemp(prefix="chatterd-web-"))
    browser = None
    try:
        SiteCase.certificates = Certificates(directory / "certificates")
        browser = BROWSERS[name](directory / name, SiteCase.certificates.authority)
        if arguments[0] == "--measure":
            return measure.run(browser, directory, SiteCase.certificates)
        results, axe, *pattern = arguments
        return run(browser, pathlib.Path(results), pathlib.Path(axe).read_text(), *pattern)
    finally:
        SiteCase.finish()
        if browser:
            browser.stop()
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
