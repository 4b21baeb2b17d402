"""Posts at a constant rate, whatever a server does."""

import json
import subprocess
import threading

from machines import ClusterError

# Seconds of load before and after what the block does; until the last responses.
BEFORE, AFTER, END_LIMIT = 3, 3, 90
# Of this number of requests one has a connection of its own.
FRESH_SHARE = 50


class SteadyLoad:
    """Posts during the `with` block (Benchmarks/steady-load); other requests are for lists."""

    def __init__(self, program, authority, address, rate, posts):
        self.command = [
            str(program), "-ca", str(authority), "-address", address, "-rate", str(rate),
            "-posts", str(posts), "-get", "/getchatts/", "-connections", "64",
            "-fresh", str(max(1, rate // FRESH_SHARE)),
        ]
        self.report, self.errors = {}, ""

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )
        threading.Event().wait(BEFORE)
        return self

    def __exit__(self, *_):
        threading.Event().wait(AFTER)
        try:
            # The end of its input ends the load.
            output, self.errors = self.process.communicate(timeout=END_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise ClusterError("the load does not end") from None
        if not output.strip():
            raise ClusterError(f"the load failed: {self.errors}")
        self.report = json.loads(output)
