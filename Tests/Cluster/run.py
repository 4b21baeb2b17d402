"""Runs clients and faults against a cluster, and reports broken promises. See scripts/cluster."""

import argparse
import pathlib
import random
import signal
import sys
import threading
import time

import faults
import promises
from cluster import CLIENTS, WHOLE_LIMIT, Cluster
from history import STORED, History
from load import Client, Names
from machines import ClusterError, run, wait
from report import table
from streams import Stream

CLIENT_COUNT, STREAM_COUNT = 5, 2
# Seconds: until the last posts are acknowledged, and until streams have delivered them.
END_LIMIT, DELIVERY_LIMIT, BREAK_LIMIT = 90, 40, 60
# Broken promises that are printed of each kind.
PRINTED_MAX = 5


class Run:
    def __init__(self, cluster, seconds, interval, seed, broken):
        self.cluster, self.seconds, self.interval = cluster, seconds, interval
        self.seed, self.broken = seed, broken
        self.history, self.names = History(), Names()
        self.random = random.Random(seed)
        self.done = []
        self.end = threading.Event()

    def execute(self):
        shared = (self.cluster, self.history, self.names)
        clip = make_clip(self.cluster.directory)
        first = Client("first", CLIENTS[-1], *shared, self.seed, clip)
        clip = first.cleaned_clip()
        self.clients = [
            Client(f"client{n}", CLIENTS[n], *shared, self.seed, clip)
            for n in range(CLIENT_COUNT)
        ]
        self.streams = [
            Stream(f"stream{n}", CLIENTS[CLIENT_COUNT + n], *shared) for n in range(STREAM_COUNT)
        ]
        for thread in [*self.streams, *self.clients]:
            thread.start()
        wait("the first posts", lambda: self.stored() > 10, END_LIMIT)
        if self.broken:
            self.break_promise()
        else:
            self.inject()
        self.finish()

    def stored(self):
        return sum(post.outcome == STORED for post in self.history.posts)

    def inject(self):
        deadline = time.monotonic() + self.seconds
        for apply, kind, what, pause in faults.schedule(self.random):
            seconds = self.random.uniform(*pause) if pause else 0
            if time.monotonic() + seconds > deadline:
                return
            begin, (_, failed) = time.monotonic(), self.history.counts()
            where, heal = apply(self.cluster, self.random, what)
            try:
                self.end.wait(seconds)
            finally:
                if heal:
                    heal()
            wait(f"whole after {kind} {what}", self.cluster.is_whole, WHOLE_LIMIT, self.end)
            whole = time.monotonic()
            self.end.wait(self.interval)
            failed = self.history.counts()[1] - failed
            self.done.append((kind, what, begin, time.monotonic(), failed))
            lasted = f" for {seconds:.1f} s" if pause else ""
            print(
                f"{len(self.done):3}  {kind} {what} ({where}){lasted}: whole after "
                f"{whole - begin:.1f} s, {failed} failed requests",
                flush=True,
            )

    def break_promise(self):
        """Breaks a promise on purpose, and waits until the cluster is whole again."""
        limited = lambda condition: wait("the break", condition, BREAK_LIMIT)
        where, heal = faults.BREAKS[self.broken](self.cluster, self.stored, limited)
        print(f"broke {self.broken} on {where}", flush=True)
        if heal:
            heal()
        wait("whole after the break", self.cluster.is_whole, WHOLE_LIMIT)

    def finish(self):
        """Ends the clients, waits for the streams, and reads the last list."""
        for client in self.clients:
            client.end.set()
        for client in self.clients:
            client.join(END_LIMIT)
            if client.is_alive():
                raise ClusterError(f"{client.name} does not end")
        # Each stream must deliver a post that began after all others ended.
        last = self.clients[0]
        last.end.clear()

        def is_posted():
            last.post_with_key(clip=False)
            return self.history.posts[-1].outcome == STORED

        wait("the last post", is_posted, END_LIMIT)
        text = self.history.posts[-1].text
        self.deliver(text)
        for stream in self.streams:
            stream.stop()
            stream.join(END_LIMIT)
            if stream.segment is not None:
                stream.segment.last = True
        for client in self.clients:
            while client.own:
                identifier, text, _, has_clip = client.own.pop()
                if has_clip:
                    last.compare(identifier, text)
        wait("the last list", self.read_last, END_LIMIT)
        for thread in [*self.clients, *self.streams]:
            if thread.error is not None:
                raise thread.error

    def deliver(self, text):
        delivered = lambda: all(stream.has(text) for stream in self.streams)
        try:
            wait("the last event", delivered, DELIVERY_LIMIT)
        except ClusterError as error:
            # no_event_is_missing names the events.
            print(error)

    def read_last(self):
        texts = self.clients[0].read_list()
        if texts is None:
            return False
        self.history.final = texts
        return True

    def report(self):
        """Prints the table. Returns whether all promises were kept."""
        print()
        for line in table(self.done, self.history):
            print(line)
        requests, failures = self.history.counts()
        print(
            f"{requests} requests, {failures} failed; {self.stored()} posts acknowledged, "
            f"{len(self.history.reads)} reads, {len(self.history.deletions)} deletions, "
            f"{len(self.history.clips)} clips; streams: "
            f"{sum(len(s.events) for s in self.history.segments)} events, "
            f"{sum(s.reconnections for s in self.streams)} reconnections, "
            f"{sum(s.resets for s in self.streams)} resets; "
            f"{self.cluster.supervisor.resets} resets by the watchdog"
        )
        if not self.history.final:
            print("the run did not end: promises are not checked")
            return False
        # After an hour this takes minutes.
        print("checking the promises", flush=True)
        found = promises.broken(self.history)
        for name, descriptions in found.items():
            print(f"broken promise: {name}: {len(descriptions)}")
            for description in descriptions[:PRINTED_MAX]:
                print(f"  {description}")
        print(f"promises broken: {sum(map(len, found.values()))} (seed {self.seed})", flush=True)
        return not found


def make_clip(directory):
    """A clip of a second of AAC."""
    file = pathlib.Path(directory) / "clip.m4a"
    run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=1",
        "-c:a", "aac", "-ar", "12000", "-ac", "1", file,
    )
    return file.read_bytes()


def print_logs(directory):
    """The last lines of each log, after a failure of the harness."""
    for log in sorted(pathlib.Path(directory).glob("*/*.log")):
        lines = log.read_text(errors="replace").split("\n")[-15:]
        print(f"== {log.parent.name} {log.stem}", *lines, sep="\n", file=sys.stderr)


def interrupt(number, frame):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory")
    parser.add_argument("--program", required=True)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--interval", type=float, default=5)
    parser.add_argument("--seed", default="")
    parser.add_argument("--changes", action="store_true")
    parser.add_argument("--before", type=lambda path: pathlib.Path(path).absolute())
    parser.add_argument("--load", help="the program steady-load, for --changes")
    parser.add_argument("--client", help="the program chatter, for --changes")
    parser.add_argument("--break", dest="broken", choices=["", *faults.BREAKS], default="")
    options = parser.parse_args()
    # A shell starts background commands with SIGINT ignored.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    seed = options.seed or str(random.SystemRandom().randrange(10**6))
    asynchronous = options.broken == "asynchronous"
    # One address sends all posts of the load.
    limits = ("--rate-limit", "0") if options.changes else ()
    if options.changes:
        # Not at the top: it needs a browser.
        import changes
    cluster = Cluster(
        options.directory, options.program, options.before, asynchronous, limits
    )
    status = 2
    try:
        begin = time.monotonic()
        cluster.build()
        print(f"whole after {time.monotonic() - begin:.1f} s, seed {seed}", flush=True)
        if options.changes:
            return 0 if changes.execute(cluster, options.load, options.client) else 1
        whole = Run(cluster, options.seconds, options.interval, seed, options.broken)
        try:
            whole.execute()
        finally:
            if whole.history.final or whole.done:
                status = 0 if whole.report() else 1
    except KeyboardInterrupt:
        status = 130
    except (ClusterError, AssertionError, OSError) as error:
        print(f"cluster: {error}", file=sys.stderr)
        print_logs(options.directory)
        status = max(status, 1)
    finally:
        cluster.stop()
    return status


if __name__ == "__main__":
    sys.exit(main())
