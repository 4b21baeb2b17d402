"""What requests cost the database that one, two and four servers share."""
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from . import web
from .fanout import Streams
from .measuring import Costs, load
from .processes import Failure
from .servers import Chatterd
from .table import Aim, Row
from .timelines import Client, fill
from .v1 import PAGE_CHATTS, RANGE_BYTES, RANGE_FIRST, long_clip, page_body

SERVER_COUNTS = (1, 2, 4)
DATABASE, ROWS, LIST_ROWS = "scaling", 10_000, 100
STREAM_COUNT, IDLE_SECONDS = 1000, 5


class Servers:
    """Some servers on one database; during the `with` block."""

    def __init__(self, bench, count):
        self.bench = bench
        url = bench.cluster.url(DATABASE)
        self.all = [Chatterd(bench, url, "--list-rows-max", str(LIST_ROWS)) for _ in range(count)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.all:
            server.stop()

    def load(self, arguments, connections):
        """Loads all servers at once. Returns the requests, and the cost of each in µs: for
        PostgreSQL, and for the servers."""
        costs = Costs(self.bench)
        each = max(1, connections // len(self.all))
        with ThreadPoolExecutor(len(self.all)) as pool:
            made = list(pool.map(lambda server: load(self.bench, server, arguments, each), self.all))
        database = costs.taken()["database_cpu"]
        for measure in made:
            if measure.failures:
                raise Failure(f"{measure.failures} wrong responses: {measure.reason}")
        requests = sum(measure.all_requests for measure in made)
        rate = sum(measure.rate for measure in made)
        microseconds = 1e6 / requests
        return rate, database * microseconds, sum(m.server_cpu for m in made) * microseconds

    def idle(self):
        """PostgreSQL's time with idle streams, in µs of each second."""
        with ExitStack() as stack:
            for server in self.all:
                stack.enter_context(Streams(self.bench, server, STREAM_COUNT // len(self.all)))
            costs = Costs(self.bench)
            time.sleep(IDLE_SECONDS)
            return costs.taken()["database_cpu"] / IDLE_SECONDS * 1e6


def kinds(bench, clip_path, clip_file, servers):
    """The kinds of requests: a title, the arguments of the load, and the number of connections."""
    client = Client(bench, servers.all[0])
    listed = bench.file("scaling-list", client.ask("GET", "/getchatts/")[1])
    page = f"/v1/chatts?limit={PAGE_CHATTS}"
    paged = bench.file("scaling-page", page_body(client, page))
    get_list = ["-get", "/getchatts/", "-expect", listed]
    return [
        (f"list of {LIST_ROWS} rows, one client of each server", get_list, 1),
        (f"list of {LIST_ROWS} rows, 64 clients", get_list, 64),
        (f"newest page of {PAGE_CHATTS}, 64 clients", ["-get", page, "-expect", paged], 64),
        ("64 KiB range of a clip, 16 clients",
         ["-get", clip_path, "-expect", clip_file,
          "-range", f"{RANGE_FIRST}-{RANGE_FIRST + RANGE_BYTES - 1}"], 16),
        ("post, 64 clients", ["-post", "/postchatt/", "-content", bench.chatt_template], 64),
        ("clip of 100 kB, 16 clients",
         ["-post", "/postaudio/", "-content", bench.clip_template], 16),
    ]


def scaling(bench):
    """A row for each kind of request and each number of servers, compared with one server."""
    bench.log("scaling")
    cluster = bench.cluster
    cluster.drop(DATABASE)
    cluster.create(DATABASE)
    bench.migrate(cluster.url(DATABASE))
    fill(cluster, DATABASE, ROWS)
    clip_file, clip = long_clip(bench)
    rows = {}

    def add(title, unit, count, cost, note=""):
        row = Row(f"{title}: {count} server{'s' * (count > 1)}", unit, Aim(),
                  yardstick_name="1 server")
        group = rows.setdefault(title, [])
        one = group[0].fixed["chatterd"] if group else cost
        row.fixed = {"chatterd": cost, "1 server": one}
        row.has_costs, row.note = False, note
        group.append(row)
        bench.log(f"  {row.title}: {cost:.1f} {unit} {note}")

    for count in SERVER_COUNTS:
        with Servers(bench, count) as servers:
            path = web.post_clip(servers.all[0].port, bench.certificate, clip)
            for title, arguments, connections in kinds(bench, path, clip_file, servers):
                cluster.settle()
                rate, database, server = servers.load(arguments, connections)
                add(title, "µs of PostgreSQL each", count, database,
                    f"{rate:,.0f} each second, servers {server:.0f} µs each")
            add(f"{STREAM_COUNT:,} idle streams of events", "µs of PostgreSQL each second", count,
                servers.idle())
    cluster.drop(DATABASE)
    return [row for group in rows.values() for row in group]
