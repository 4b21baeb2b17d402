"""A long timeline beside a short one: what must not depend on its length, and what it costs."""
import http.client
import json
import ssl
import statistics
import time

from .processes import resident_bytes, wait_until
from .servers import Chatterd
from .table import Aim, Row

LONG, SHORT = 1_000_000, 100
ROWS_AT_ONCE = 100_000
# One in ten chatts has a clip, of this many bytes.
CLIP_EVERY, CLIP_BYTES = 10, 1000
PAGE_ROWS = 100
LISTS, POSTS = 100, 30
WHOLE_LISTS = 3
# The last of the indexes that are built after the start.
LAST_INDEX = "chatts_words"


class Client:
    """One connection that stays, so that a time is a request's and no handshake's."""

    def __init__(self, bench, server):
        context = ssl.create_default_context(cafile=bench.certificate)
        self.connection = http.client.HTTPSConnection(
            "127.0.0.1", server.port, timeout=120, context=context)
        self.connection.connect()

    def ask(self, method, path, body=None):
        """The milliseconds of a request, from its first byte to the last of its response."""
        began = time.monotonic()
        self.connection.request(method, path, body)
        response = self.connection.getresponse()
        body = response.read()
        took = (time.monotonic() - began) * 1000
        if response.status != 200:
            raise ValueError(f"{path}: status {response.status}")
        return took, body


def fill(cluster, name, rows):
    """Puts the rows in, some at a time; commits need not be waited for: only the rows matter.

    They have words, as after a post: otherwise the server would rewrite them while it is measured.
    """
    made = 0
    while made < rows:
        batch = min(ROWS_AT_ONCE, rows - made)
        cluster.sql(name, f"""
            set synchronous_commit = off;
            insert into chatts (id, username, message, words, audio, audio_sha256, audio_codec,
              audio_duration_us, audio_sample_rate, audio_channels)
            select gen_random_uuid(), 'user ' || n,
              'message number ' || n || ', of a usual length, as people write them',
              to_tsvector('simple', 'message number of a usual length as people write them'),
              case when has_clip then clip end, case when has_clip then sha256(clip) end,
              case when has_clip then 'aac-lc' end, case when has_clip then 1 end,
              case when has_clip then 1 end, case when has_clip then 1 end
            from generate_series({made + 1}, {made + batch}) n,
              lateral (select n % {CLIP_EVERY} = 0 has_clip,
                decode(repeat('00ff', {CLIP_BYTES // 2}), 'hex') clip) facts""")
        made += batch


def build_indexes(bench, name):
    """Lets a server build the indexes that it builds after its start, while it responds."""
    server = Chatterd(bench, bench.cluster.url(name))
    try:
        wait_until(lambda: bench.cluster.sql(
            name, "select exists (select from pg_index where indisvalid "
            f"and indexrelid = to_regclass('{LAST_INDEX}'))").strip() == "t", 120, LAST_INDEX)
    finally:
        server.stop()
    bench.cluster.sql(name, "analyze chatts")


def measure(bench, rows):
    """What one timeline costs, by the title of the row."""
    name = f"timeline-{rows}"
    cluster = bench.cluster
    cluster.drop(name)
    cluster.create(name)
    bench.migrate(cluster.url(name))
    fill(cluster, name, rows)
    build_indexes(bench, name)
    cluster.settle()
    found = {}
    began = time.monotonic()
    server = Chatterd(bench, cluster.url(name), "--list-rows-max", str(PAGE_ROWS))
    try:
        found["start"] = (time.monotonic() - began) * 1000
        client = Client(bench, server)
        lists = []
        for _ in range(LISTS):
            took, body = client.ask("GET", "/getchatts/")
            lists.append(took)
            if len(json.loads(body)) != PAGE_ROWS:
                raise ValueError("a page has another number of rows")
        found["first"], found["hundredth"] = lists[0], statistics.median(lists[-10:])
        found["audio"] = client.ask("GET", "/getaudio/")[0]
        posts = []
        for number in range(POSTS):
            post = json.dumps({"username": "benchmark", "message": f"message {number}"})
            posts.append(client.ask("POST", "/postchatt/", post)[0])
            first = json.loads(client.ask("GET", "/getchatts/")[1])[0]
            if first[1] != f"message {number}":
                raise ValueError("a list begins with another chatt than the one posted last")
        found["post"] = statistics.median(posts)
        found["memory"] = resident_bytes(server.processes())[0] / 1e6
    finally:
        server.stop()
    began = time.monotonic()
    server = Chatterd(bench, cluster.url(name))
    try:
        found["whole start"] = (time.monotonic() - began) * 1000
        client = Client(bench, server)
        whole = [client.ask("GET", "/getchatts/") for _ in range(WHOLE_LISTS)]
        if whole[-1][1].count(b"],[") + 1 != rows + POSTS:
            raise ValueError("the whole list has another number of rows")
        found["whole"], found["whole again"] = whole[0][0], whole[-1][0]
        found["whole memory"] = resident_bytes(server.processes())[0] / 1e6
    finally:
        server.stop()
    cluster.drop(name)
    return found


def timelines(bench):
    """A million chatts beside a hundred: both without anything else to do."""
    bench.log("timelines")
    made = {rows: measure(bench, rows) for rows in (SHORT, LONG)}
    beside = f"{SHORT} chatts"
    rows = []
    page = f"newest {PAGE_ROWS} of {LONG:,} chatts"
    for key, title, unit, aim in (
            ("start", f"start until /readyz, {LONG:,} chatts, {LONG // CLIP_EVERY:,} clips", "ms",
             Aim(limit=3000, less_is_better=True)),
            ("first", f"{page}: first getchatts", "ms", Aim()),
            ("hundredth", f"{page}: hundredth getchatts", "ms",
             Aim(yardstick=1.5, less_is_better=True)),
            ("audio", f"{page}: getaudio", "ms", Aim()),
            ("post", f"one post beside {LONG:,} chatts", "ms",
             Aim(yardstick=1.5, less_is_better=True)),
            ("memory", "memory after these", "MB", Aim()),
            ("whole start", "start until /readyz of a server with the whole list", "ms", Aim()),
            ("whole", f"whole getchatts of {LONG:,} chatts", "ms",
             Aim(limit=2000, less_is_better=True)),
            ("whole again", "the same, third time", "ms", Aim()),
            ("whole memory", "memory after these", "MB", Aim())):
        row = Row(title, unit, aim, yardstick_name=beside, has_costs=False)
        row.fixed = {"chatterd": made[LONG][key], beside: made[SHORT][key]}
        rows.append(row)
    return rows
