"""Live updates: how long a chatt takes to many streams, and what they cost the server."""
import json
import select
import subprocess
import time

from .processes import Failure, resident_bytes
from .table import Aim, Row
from .v1 import Timeline

STREAM_COUNTS = [1_000, 10_000]
POSTS_MIN, POSTS_MAX, INTERVAL = 5, 100, 0.5
OPEN_TIMEOUT, END_TIMEOUT = 120, 30


class Streams:
    """Open streams of events, from addresses with 500 each, during the `with` block."""

    def __init__(self, bench, server, count):
        self.count = count
        self.posts = round(min(max(2 * bench.rounds * bench.seconds, POSTS_MIN), POSTS_MAX))
        self.command = [
            bench.generator, "-port", str(server.port), "-certificate", bench.certificate,
            "-connections", str(count), "-fan-out", "-get", "/v1/events", "-post", "/postchatt/",
            "-content", bench.chatt_template, "-posts", str(self.posts),
            "-interval", str(INTERVAL)]
        self.bench = bench

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)
        self.bench.processes.append(self.process)
        report = self._report(OPEN_TIMEOUT)
        if report["standing"] != self.count or report["failures"]:
            self._end()
            raise Failure(f"of {self.count} streams {report['standing']} are open")
        # Buffers of the handshakes are freed, and the generator has nothing left to do.
        time.sleep(2)
        return self

    def post(self):
        """Sends the posts, and returns the report of when they arrived."""
        self.process.stdin.write(b"\n")
        return self._report(self.posts * (INTERVAL + 1) + OPEN_TIMEOUT)

    def _report(self, timeout):
        line, deadline = b"", time.monotonic() + timeout
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            read = self.process.stdout.read(1 << 16) if ready else b""
            if not read:
                self._end()
                raise Failure(f"load: {line.decode(errors='replace') or 'no report'}")
            line += read
        return json.loads(line)

    def _end(self):
        self.process.stdin.close()
        try:
            self.process.wait(END_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __exit__(self, *_):
        self._end()


def measure(bench, count):
    """The rows of a number of streams."""
    bench.log(f"fan-out-{count}")
    title = f"one post to {count:,} streams of events"
    median = Row(f"{title}: median", "ms", Aim(limit=50, less_is_better=True))
    late = Row("p99 of that", "ms", Aim(limit=250, less_is_better=True))
    memory = Row(f"{count:,} streams of events", "kB each", Aim())
    rows = [median, late, memory]
    for row in rows:
        row.has_costs = False
    # Three quarters of the connections may be streams.
    limit = str(2 * count + 1000)
    with Timeline(bench, f"fan-out-{count}", 0, ("--connections-max", limit)) as timeline:
        server = timeline.chatterd
        before = resident_bytes(server.processes())
        with Streams(bench, server, count) as streams:
            idle = resident_bytes(server.processes())
            report = streams.post()
            after = resident_bytes(server.processes())
    kilobytes, proportional, posted = (
        (last - first) / count / 1000
        for first, last in ((before[0], idle[0]), (before[1], idle[1]), (before[0], after[0])))
    median.fixed = {"chatterd": report["p50_us"] / 1000}
    late.fixed = {"chatterd": report["p99_us"] / 1000}
    memory.fixed = {"chatterd": kilobytes}
    slowest = sorted(post["max_us"] / 1000 for post in report["posts"])
    median.note = f"{streams.posts} posts"
    late.note = f"the last stream: {slowest[0]:.1f} to {slowest[-1]:.1f}"
    memory.note = f"PSS {proportional:.1f}; after the posts RSS {posted:.1f}"
    median.failures = report["failures"]
    if report["failures"]:
        median.note += f"; {report.get('first_failure', '')}"
    bench.log(f"  median {median.fixed['chatterd']:.1f} ms, p99 {late.fixed['chatterd']:.1f} ms, "
              f"{kilobytes:.1f} kB each, {report['failures']} failures")
    return rows


def fan_out(bench):
    """Live updates to as many streams as `STREAM_COUNTS` has."""
    rows = []
    for count in STREAM_COUNTS:
        if bench.wants(f"fan-out-{count}"):
            rows += measure(bench, count)
    return rows
