"""The workloads of the table, each a function that returns rows."""
import json
import os
import statistics
import time

from . import web
from .fanout import fan_out
from .measuring import IdleConnections, Measure, Samples, insert_clips, load, load_http2, pgbench
from .processes import Failure, resident_bytes, stop
from .rounds import in_rounds
from .scaling import scaling
from .servers import Chatterd, Nginx, Peer
from .table import Aim, Row
from .timelines import timelines
from .v1 import clip_range, pages

IDLE_CONNECTIONS = 10_000


class Trio:
    """chatterd, and what it is measured beside, over the same rows; for one workload."""

    def __init__(self, bench, name, rows=0, clips=False, options=()):
        self.bench, self.name = bench, name
        cluster = bench.cluster
        for suffix in ("chatterd", "peer"):
            cluster.drop(f"{name}-{suffix}")
        cluster.create(f"{name}-chatterd")
        cluster.create_yardstick(f"{name}-peer")
        # The schema first: rows are put in before the server that is measured starts.
        bench.migrate(cluster.url(f"{name}-chatterd"))
        if rows:
            bench.fill(f"{name}-chatterd", rows, clips, with_facts=True)
            bench.fill(f"{name}-peer", rows, clips, with_facts=False)
        cluster.settle()
        self.chatterd = Chatterd(bench, cluster.url(f"{name}-chatterd"), *options)
        self.peer = Peer(bench, f"{name}-peer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.chatterd.stop()
        self.peer.stop()
        for suffix in ("chatterd", "peer"):
            self.bench.cluster.drop(f"{self.name}-{suffix}")


def reading(bench, name, path, rows, columns, connections, aims, clips=False, variants=((),),
            unit="requests/s", value=lambda measure: measure.rate):
    """Rows for GETs of a list: one for each variant of the load, over the same servers."""
    found = []
    with Trio(bench, name.split("-")[0] + str(rows), rows, clips) as trio:
        body = web.checked_list(trio.chatterd.port, bench.certificate, path, rows, columns)
        peer_body = web.checked_list(trio.peer.port, bench.certificate, path, rows, columns)
        nginx = Nginx(bench, {path: body})
        own, peers = bench.file("list", body), bench.file("peer-list", peer_body)
        try:
            for variant, (title, options, peer_takes_part) in variants:
                if not bench.wants(variant):
                    continue
                bench.log(variant)
                row = Row(title, unit, aims[variant], value)
                found.append(row)
                streams = options.get("streams")
                if streams and not web.speaks_http2(trio.chatterd.port, bench.certificate):
                    row.note = "the server does not speak HTTP/2"
                    continue
                flags = ["-gzip"] if options.get("gzip") else []
                if flags and web.gzipped(
                        trio.chatterd.port, bench.certificate, path) != body:
                    row.note = "the server does not respond with gzip"
                    continue

                def ask(server, expected, streams=streams, flags=flags):
                    if streams:
                        return lambda: load_http2(bench, server, path, expected, connections,
                                                  streams)
                    return lambda: load(bench, server, ["-get", path, "-expect", expected, *flags],
                                        connections)

                contenders = [("chatterd", ask(trio.chatterd, own)), ("nginx", ask(nginx, own))]
                if peer_takes_part:
                    contenders.append(("peer", ask(trio.peer, peers)))
                row.samples = in_rounds(bench, contenders)
        finally:
            nginx.stop()
    return found


def getchatts_100(bench):
    multiplexed = Aim(yardstick=0.8, peer=4)
    return reading(
        bench, "getchatts-100", "/getchatts/", 100, 4, 64,
        {"getchatts-100": Aim(yardstick=0.95, peer=4), "getchatts-100-h2": multiplexed,
         "getchatts-100-h2-8": multiplexed},
        variants=[
            ("getchatts-100", ("getchatts, 100 rows, 64 connections", {}, True)),
            ("getchatts-100-h2",
             ("getchatts, 100 rows, 64 connections, HTTP/2", {"streams": 1}, True)),
            ("getchatts-100-h2-8",
             ("getchatts, 100 rows, 64 connections of 8 streams, HTTP/2", {"streams": 8}, True)),
        ])


def getchatts_10000(bench):
    def plain_bytes(measure):
        # Of the body as it is when unpacked: that is what a client has asked for.
        return measure.rate * plain_bytes.body_bytes / 1e6

    plain_bytes.body_bytes = bench.list_bytes(10_000)
    rows = reading(
        bench, "getchatts-10000", "/getchatts/", 10_000, 4, 64,
        {"getchatts-10000": Aim(yardstick=1.0), "getchatts-10000-gzip": Aim(yardstick=0.9)},
        variants=[
            ("getchatts-10000", ("getchatts, 10,000 rows, 64 connections", {}, True)),
            ("getchatts-10000-gzip",
             ("getchatts, 10,000 rows, gzip, 64 connections", {"gzip": True}, False)),
        ])
    for row in rows:
        if "gzip" in row.title:
            row.unit, row.value = "MB/s of JSON", plain_bytes
    return rows


def getaudio(bench):
    return reading(
        bench, "getaudio", "/getaudio/", 200, 5, 4, {"getaudio-200": Aim(yardstick=1.0)},
        clips=True, unit="MB/s", value=lambda measure: measure.bytes_per_second / 1e6,
        variants=[("getaudio-200", ("getaudio, 200 rows of 100 kB, 4 connections", {}, True))])


def posting(bench, name, title, path, body, connections, aim, yardstick):
    bench.log(name)
    row = Row(title, "posts/s", aim)
    row.yardstick_name = yardstick[0]
    arguments = ["-post", path, "-content", body]
    with Trio(bench, name) as trio:
        bench.cluster.drop(f"{name}-yardstick")
        bench.cluster.create_yardstick(f"{name}-yardstick")
        row.samples = in_rounds(bench, [
            ("chatterd", lambda: load(bench, trio.chatterd, arguments, connections)),
            (yardstick[0], lambda: yardstick[1](bench, f"{name}-yardstick", yardstick[2])),
            ("peer", lambda: load(bench, trio.peer, arguments, connections)),
        ], settle=True)
        bench.cluster.drop(f"{name}-yardstick")
    return [row]


def post_1(bench):
    return posting(bench, "post-1", "postchatt, durable, 1 connection", "/postchatt/",
                   bench.chatt_template, 1, Aim(yardstick=0.7), ("pgbench -c 1", pgbench, 1))


def post_64(bench):
    return posting(bench, "post-64", "postchatt, durable, 64 connections", "/postchatt/",
                   bench.chatt_template, 64, Aim(yardstick=1.4, peer=2),
                   ("pgbench -c 64", pgbench, 64))


def post_same(bench):
    """One body from all connections, as programs for load tests send it: posts that are under way
    together count as one."""
    bench.log("post-same")
    row = Row("posts of one body, 4 connections: p99", "ms",
              Aim(yardstick=2, less_is_better=True), lambda measure: measure.p99,
              yardstick_name="bodies of their own")
    same = bench.file("same.json", b'{"username":"benchmark","message":"the same message"}')
    with Trio(bench, "post-same") as trio:
        def post(body):
            return lambda: load(bench, trio.chatterd, ["-post", "/postchatt/", "-content", body], 4)

        row.samples = in_rounds(bench, [
            ("chatterd", post(same)), (row.yardstick_name, post(bench.chatt_template))],
            settle=True)
    return [row]


def postaudio(bench):
    return posting(bench, "postaudio", "postaudio, 100 kB, 32 connections", "/postaudio/",
                   bench.clip_template, 32, Aim(yardstick=1.2),
                   ("libpq, 16 connections", insert_clips, 16))


def mixed(bench):
    """A fixed number of requests over a list that starts again each round. The list grows with the
    posts, so within a fixed time the faster server would have the longer responses."""
    bench.log("mixed")
    row = Row("90 % getchatts, 10 % postchatt, 64 connections, from 100 rows", "requests/s",
              Aim(peer=4))
    late = Row("p99 of that", "ms", Aim(peer=1, less_is_better=True), lambda measure: measure.p99)
    count = max(640, round(2500 * bench.seconds))
    arguments = ["-get", "/getchatts/", "-post", "/postchatt/", "-content", bench.chatt_template]
    samples = {"chatterd": Samples("chatterd"), "peer": Samples("peer")}
    for number in range(bench.rounds):
        with Trio(bench, "mixed", 100) as trio:
            for server in (trio.chatterd, trio.peer):
                web.checked_list(server.port, bench.certificate, "/getchatts/", 100, 4)
                made = load(bench, server, arguments, 64, ["-requests", str(count)])
                if not made.failures:
                    # All posts, and each once.
                    listed = len(json.loads(web.get(server.port, bench.certificate,
                                                    "/getchatts/")[2]))
                    stored = int(bench.cluster.sql(f"mixed-{server.name}",
                                                   "select count(*) from chatts"))
                    if listed != stored:
                        raise Failure(f"{server.name} lists {listed} of {stored} chatts")
                samples[server.name].rounds.append(made)
                bench.log(f"  round {number + 1}: {server.name} {made.rate:.0f}/s"
                           + (f", FAILURES {made.failures}: {made.reason}" if made.failures else ""))
    row.samples = late.samples = samples
    late.has_costs = False
    return [row, late]


def handshakes(bench):
    bench.log("handshakes")
    row = Row("new TLS handshakes (full, P-256), with one small GET each, 32 at once",
              "handshakes/s", Aim(yardstick=1.0))
    with Trio(bench, "handshakes") as trio:
        nginx = Nginx(bench, {})
        own, other = bench.file("livez-chatterd", bench.livez), bench.file("livez", b"{}")

        def ask(server, expected):
            return lambda: load(bench, server, ["-get", "/livez", "-expect", expected,
                                                "-reconnect"], 32)

        try:
            row.samples = in_rounds(bench, [
                ("chatterd", ask(trio.chatterd, own)), ("nginx", ask(nginx, other)),
                ("peer", ask(trio.peer, other))])
        finally:
            nginx.stop()
    return [row]


def idle(bench):
    """Memory of idle connections, and what they cost those that are busy."""
    bench.log("idle")
    limit = str(IDLE_CONNECTIONS + 1000)
    memory = Row(f"{IDLE_CONNECTIONS:,} idle TLS connections", "kB each",
                 Aim(limit=14, less_is_better=True))
    memory.has_costs = False
    loss = Row("getchatts, 100 rows, beside them: loss", "%", Aim(limit=5, less_is_better=True))
    loss.has_costs = False
    options = ("--connections-max", limit, "--connections-per-address-max", limit,
               "--idle-timeout", "10m")
    with Trio(bench, "idle", 100, options=options) as trio:
        body = web.checked_list(trio.chatterd.port, bench.certificate, "/getchatts/", 100, 4)
        expected = bench.file("list", body)

        def busy(server):
            return lambda: load(
                bench, server, ["-get", "/getchatts/", "-expect", expected], 64)

        def weigh(server, *, meanwhile=lambda: None):
            # Buffers of what came before are there on both sides of the difference.
            before = resident_bytes(server.processes())
            with IdleConnections(bench, server, IDLE_CONNECTIONS):
                after = resident_bytes(server.processes())
                kilobytes = [(last - first) / IDLE_CONNECTIONS / 1000
                             for first, last in zip(before, after)]
                return kilobytes, meanwhile()

        # The same server without idle connections, alternating with the one that has them: on a
        # shared machine, a measurement of some minutes ago is not comparable.
        alone = Chatterd(bench, bench.cluster.url("idle-chatterd"), *options)
        try:
            for server in (trio.chatterd, alone):
                busy(server)()
            (rss, pss), rounds = weigh(trio.chatterd, meanwhile=lambda: in_rounds(
                bench, [("beside", busy(trio.chatterd)), ("alone", busy(alone))]))
        finally:
            alone.stop()
        memory.note = f"PSS {pss:.1f}"
        nginx = Nginx(bench, {"/getchatts/": body})
        try:
            (nginx_rss, nginx_pss), _ = weigh(nginx)
        finally:
            nginx.stop()
        memory.fixed = {"chatterd": rss, "nginx": nginx_rss}
        memory.note += f", nginx's {nginx_pss:.1f}"
        pairs = list(zip(rounds["beside"].rounds, rounds["alone"].rounds))
        losses = [100 * (1 - beside.rate / lone.rate) for beside, lone in pairs]
        loss.fixed = {"chatterd": statistics.median(losses)}
        loss.note = "of each round: " + ", ".join(f"{one:.1f}" for one in losses)
        loss.failures = sum(measure.failures for pair in pairs for measure in pair)
    return [memory, loss]


def start(bench):
    """The duration of a warm start, and the memory of the server after it.

    The server that owns the cluster is restarted, so this comes last.
    """
    bench.log("start")
    took = Row("warm start until /readyz answers, its PostgreSQL included", "ms",
               Aim(limit=200, less_is_better=True))
    weight = Row("idle server, resident", "MB", Aim(limit=25, less_is_better=True))
    took.has_costs = weight.has_costs = False
    times = []
    for _ in range(5):
        stop(bench.owner.process)
        began = time.monotonic()
        bench.start_owner()
        times.append((time.monotonic() - began) * 1000)
    took.fixed = {"chatterd": statistics.median(times)}
    took.note = "of 5: " + ", ".join(f"{time:.0f}" for time in times)
    time.sleep(2)
    rss, pss = resident_bytes(bench.owner.processes())
    database = resident_bytes(bench.cluster.processes())
    weight.fixed = {"chatterd": rss / 1e6}
    weight.note = f"PSS {pss / 1e6:.1f}; its PostgreSQL: PSS {database[1] / 1e6:.1f}"
    return [took, weight]


# In the order of the table; a group makes its rows together, over the same servers.
GROUPS = [
    (getchatts_100, ["getchatts-100", "getchatts-100-h2", "getchatts-100-h2-8"]),
    (getchatts_10000, ["getchatts-10000", "getchatts-10000-gzip"]),
    (getaudio, ["getaudio-200"]),
    (post_1, ["post-1"]),
    (post_64, ["post-64"]),
    (post_same, ["post-same"]),
    (postaudio, ["postaudio"]),
    (mixed, ["mixed"]),
    (handshakes, ["handshakes"]),
    (idle, ["idle"]),
    (timelines, ["timelines"]),
    (pages, ["pages"]),
    (clip_range, ["clip-range"]),
    (fan_out, ["fan-out-1000", "fan-out-10000"]),
    (scaling, ["scaling"]),
    (start, ["start"]),
]
