"""Runs the tests of this directory: run.py [FILTER]. See scripts/test-acme."""

import pathlib
import sys
import time
import unittest


def main(name=""):
    loader = unittest.TestLoader()
    if name:
        loader.testNamePatterns = [f"*{name}*"]
    tests = loader.discover(str(pathlib.Path(__file__).parent))
    if tests.countTestCases() == 0:
        print(f"no test has a name with {name}", file=sys.stderr)
        return 1
    started = time.monotonic()
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    if not result.wasSuccessful():
        return 1
    print(f"acme: {result.testsRun} tests, {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
