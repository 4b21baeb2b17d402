"""Waiting for facts."""

import time

# The only guard against hanging: nothing else fails by time.
HANG_SECONDS = 60


def wait_until(condition, what):
    """Returns the first true value of condition(). Fails with what, if there is none."""
    deadline = time.monotonic() + HANG_SECONDS
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {HANG_SECONDS} s")
        time.sleep(0.05)
