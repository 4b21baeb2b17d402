"""The calls of /v1: pages at both ends of a long timeline, and a range of a clip."""
import json
import os

from . import web
from .measuring import load
from .processes import Failure, run
from .rounds import in_rounds
from .servers import Chatterd, Nginx
from .table import Aim, Row
from .timelines import Client, build_indexes, fill

DEPTH = 100_000
PAGE_CHATTS, PAGE_CHATTS_MAX = 50, 200
PAGE_CONNECTIONS = 64
# The clip is noise of this duration, about 1 MB.
CLIP_SECONDS = 60
RANGE_FIRST, RANGE_BYTES = 512 << 10, 64 << 10
RANGE_CONNECTIONS = 16


class Timeline:
    """A chatterd with its own database; for one workload."""

    def __init__(self, bench, name, rows, options=()):
        self.bench, self.name = bench, name
        self.cluster = bench.cluster
        self.cluster.drop(name)
        self.cluster.create(name)
        bench.migrate(self.cluster.url(name))
        fill(self.cluster, name, rows)
        build_indexes(bench, name)
        self.cluster.settle()
        self.chatterd = Chatterd(bench, self.cluster.url(name), *options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.chatterd.stop()
        self.cluster.drop(self.name)


def cursor_below(client, depth):
    """The cursor of the page below the newest `depth` chatts, by following the pages down to it."""
    seen, path = set(), f"/v1/chatts?limit={PAGE_CHATTS_MAX}"
    while len(seen) < depth:
        page = json.loads(client.ask("GET", path)[1])
        before = len(seen)
        seen.update(chatt["id"] for chatt in page["chatts"])
        if len(seen) != before + PAGE_CHATTS_MAX or page["next"] is None:
            raise ValueError("a page repeats a chatt, or is not full")
        path = f"/v1/chatts?limit={PAGE_CHATTS_MAX}&before={page['next']}"
    return page["next"]


def page_body(client, path):
    """The bytes of a full page, parsed as JSON."""
    body = client.ask("GET", path)[1]
    if len({chatt["id"] for chatt in json.loads(body)["chatts"]}) != PAGE_CHATTS:
        raise ValueError(f"{path}: not {PAGE_CHATTS} different chatts")
    return body


def pages(bench):
    """The newest page, and the same server's page far below it."""
    bench.log("pages")
    newest_path = f"/v1/chatts?limit={PAGE_CHATTS}"
    newest = Row(f"newest page of {PAGE_CHATTS} chatts, {PAGE_CONNECTIONS} connections",
                 "requests/s", Aim(yardstick=0.6))
    deep = Row(f"page below {DEPTH:,} chatts, {PAGE_CONNECTIONS} connections", "requests/s",
               Aim(yardstick=0.9), yardstick_name="newest page")
    with Timeline(bench, "pages", DEPTH + 10 * PAGE_CHATTS_MAX) as timeline:
        client = Client(bench, timeline.chatterd)
        deep_path = f"{newest_path}&before={cursor_below(client, DEPTH)}"
        body = page_body(client, newest_path)
        expected = bench.file("page", body)
        expected_deep = bench.file("deep-page", page_body(client, deep_path))
        nginx = Nginx(bench, {"/v1/chatts": body})

        def ask(server, path, file):
            return lambda: load(bench, server, ["-get", path, "-expect", file], PAGE_CONNECTIONS)

        try:
            samples = in_rounds(bench, [
                ("newest page", ask(timeline.chatterd, newest_path, expected)),
                ("deep page", ask(timeline.chatterd, deep_path, expected_deep)),
                ("nginx", ask(nginx, newest_path, expected))])
        finally:
            nginx.stop()
    newest.samples = {"chatterd": samples["newest page"], "nginx": samples["nginx"]}
    deep.samples = {"chatterd": samples["deep page"], "newest page": samples["newest page"]}
    return [newest, deep]


def long_clip(bench):
    """A clip of noise, longer than those of the other workloads."""
    path = os.path.join(bench.work, "long.m4a")
    run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i",
         f"anoisesrc=d={CLIP_SECONDS}:c=pink:a=0.3:seed=1", "-ac", "1", "-ar", "44100",
         "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", path])
    with open(path, "rb") as file:
        clip = file.read()
    if len(clip) < RANGE_FIRST + RANGE_BYTES:
        raise Failure(f"the clip has only {len(clip)} bytes")
    return path, clip


def clip_range(bench):
    """A range from the middle of a clip: chatterd has it in memory, nginx in a file, or in its cache
    of what chatterd sent."""
    bench.log("clip-range")
    row = Row(f"64 KiB range of a clip, {RANGE_CONNECTIONS} connections", "requests/s",
              Aim(yardstick=0.8))
    behind = Row("the same behind nginx as a cache", "requests/s", Aim(), yardstick_name="no cache")
    file, clip = long_clip(bench)
    with Timeline(bench, "clip-range", 0) as timeline:
        path = web.post_clip(timeline.chatterd.port, bench.certificate, clip)
        nginx, cache = Nginx(bench, {path: clip}), Nginx(bench, {}, cached=timeline.chatterd)
        arguments = ["-get", path, "-expect", file,
                     "-range", f"{RANGE_FIRST}-{RANGE_FIRST + RANGE_BYTES - 1}"]
        behind_cache = 0.0

        def ask(server):
            nonlocal behind_cache
            before = timeline.chatterd.cpu_seconds()
            made = load(bench, server, arguments, RANGE_CONNECTIONS)
            if server is cache:
                behind_cache += timeline.chatterd.cpu_seconds() - before
            return made

        try:
            samples = in_rounds(bench, [
                (name, lambda server=server: ask(server)) for name, server in
                (("chatterd", timeline.chatterd), ("nginx", nginx), ("cache", cache))])
        finally:
            nginx.stop()
            cache.stop()
    row.samples = {name: samples[name] for name in ("chatterd", "nginx")}
    behind.samples = {"chatterd": samples["cache"], "no cache": samples["chatterd"]}
    requests = sum(made.all_requests for made in samples["cache"].rounds)
    behind.note = (f"the first cost is nginx's; chatterd took {behind_cache * 1e3:.0f} ms for "
                   f"{requests:,} requests")
    return [row, behind]
