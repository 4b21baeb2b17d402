"""Planned changes, each under a constant load of posts: none of them may fail. See scripts/cluster."""

import json
import subprocess
import threading

from cluster import FRONT_ADDRESS, PORT, SPARE, SPARE_ADDRESS, WHOLE_LIMIT
from machines import ClusterError, wait

# Posts each second, and how many of them have a connection of their own.
RATE, FRESH_RATE = 1000, 20
# Seconds of load before and after a change; until the last responses.
BEFORE, AFTER, END_LIMIT = 3, 3, 90


class SteadyLoad:
    """Posts at a constant rate during the `with` block (Benchmarks/steady-load)."""

    def __init__(self, program, authority):
        self.command = [
            str(program), "-ca", str(authority), "-address", f"{FRONT_ADDRESS}:{PORT}",
            "-rate", str(RATE), "-posts", str(RATE), "-fresh", str(FRESH_RATE), "-connections", "64",
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


def upgrades(cluster):
    """Another program on one machine after the other."""
    for name in list(cluster.chatterd):
        cluster.upgrade(name)
    # A machine that is added later has it, too.
    cluster.before = cluster.program


def switch_over(cluster):
    """Maintenance of the machine with the primary."""
    cluster.switch_over(cluster.primary())


def certificates(cluster):
    """A new certificate on all machines."""
    before = set(cluster.served_certificates())
    cluster.renew_certificate()
    renewed = lambda: before.isdisjoint(cluster.served_certificates())
    wait("the new certificate on all machines", renewed, WHOLE_LIMIT)


def addition(cluster):
    cluster.add_server(SPARE, SPARE_ADDRESS)


def removal(cluster):
    cluster.remove_server(SPARE)


CHANGES = (
    ("upgrade of all chatterd", upgrades),
    ("switch-over of the primary", switch_over),
    ("new certificate", certificates),
    ("addition of a server", addition),
    ("removal of a server", removal),
)


def execute(cluster, load_program):
    """Makes all changes and prints a table. Returns whether no post failed, and each is stored once."""
    posts, failures = 0, 0
    print(f"{'change':30} {'posts':>7} {'failed':>6} {'p99 s':>6} {'longest s':>9}")
    for name, change in CHANGES:
        with SteadyLoad(load_program, cluster.authority) as load:
            change(cluster)
            wait(f"whole after {name}", cluster.is_whole, WHOLE_LIMIT)
        report = load.report
        posts, failures = posts + report["responses"], failures + report["failed"]
        print(
            f"{name:30} {report['responses']:7} {report['failed']:6} {report['p99_seconds']:6.2f} "
            f"{report['longest_seconds']:9.2f}", flush=True,
        )
        if load.errors:
            print(load.errors)
    stored = int(cluster.sql("select count(*) from chatts", database="chatterd"))
    print(f"{posts} posts acknowledged, {failures} failed, {stored} stored")
    return failures == 0 and stored == posts
