"""The run: what is built and filled before the workloads, and put away after them."""
import base64
import datetime
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import web
from .counting import add_probes, delete_probes
from .database import Cluster
from .processes import Failure, run, stop
from .servers import Chatterd
from .table import table
from .workloads import GROUPS

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)
BUILT = os.path.join(ROOT, ".build", "bench")
CLIP_COUNT = 8
# The load generator replaces this by a unique token in each post.
TOKEN = "~" * 16
# pgbench has 64 clients, two Go peers and two chatterds up to 32 each.
SESSIONS_MAX = 160


class Bench:
    def __init__(self):
        self.here = HERE
        self.rounds = int(os.environ.get("ROUNDS") or 5)
        self.seconds = float(os.environ.get("SECONDS") or 2)
        self.warm_up = min(0.5, self.seconds / 2)
        self.program = os.environ.get("CHATTERD") or os.path.join(ROOT, ".build/release/chatterd")
        self.counts = bool(os.environ.get("COUNTS"))
        self.wanted = [name for name in os.environ.get("WORKLOADS", "").split(",") if name]
        self.processes = []
        self.began = time.monotonic()
        # A socket's path has 107 bytes at most, so the usual TMPDIR, which may be long, is not used.
        self.work = tempfile.mkdtemp(prefix="chatterd-bench.", dir="/tmp")
        # The private cluster runs as another user when this runs as root, and must get through.
        os.chmod(self.work, 0o711)
        self.data = os.path.join(self.work, "data")
        self.certificate = os.path.join(self.work, "bench.crt")
        self.key = os.path.join(self.work, "bench.key")
        self.cluster = Cluster(self.data)
        self.owner = None

    def log(self, text):
        print(f"bench: {time.monotonic() - self.began:4.0f} s  {text}", file=sys.stderr, flush=True)

    def wants(self, name):
        return not self.wanted or name in self.wanted

    def file(self, name, body):
        path = os.path.join(self.work, name)
        with open(path, "wb") as file:
            file.write(body)
        return path

    # Before

    def check_names(self):
        known = [name for _, names in GROUPS for name in names]
        unknown = [name for name in self.wanted if name not in known]
        if unknown:
            raise Failure(f"no workload {', '.join(unknown)}; there are {', '.join(known)}")

    def build(self):
        """The generator, the peer and the inserter; nothing is fetched."""
        if not os.access(self.program, os.X_OK):
            raise Failure(f"there is no {self.program}: make build")
        os.makedirs(BUILT, exist_ok=True)
        self.generator, self.peer = (self._go(name) for name in ("load", "peer"))
        self.insert_clips = os.path.join(BUILT, "insert-clips")
        include = run(["pkg-config", "--cflags", "libpq"]).split()
        run(["cc", "-O2", *include, "-o", self.insert_clips,
             os.path.join(HERE, "insert-clips/insert-clips.c"), "-lpq", "-pthread"])

    @staticmethod
    def _go(name):
        program = os.path.join(BUILT, name)
        run(["go", "build", "-o", program, "."], timeout=300, cwd=os.path.join(HERE, name),
            env={**os.environ, "GOPATH": "/usr/share/gocode", "GO111MODULE": "off", "GOFLAGS": "",
                 "GOPROXY": "off", "GOCACHE": os.path.join(BUILT, "go-cache")})
        return program

    def make_certificate(self):
        run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
             "-keyout", self.key, "-out", self.certificate])

    def make_clips(self):
        """Noise as AAC, 100 kB each: it compresses as little as speech does, and is never the same."""
        self.clips = [os.path.join(self.work, f"clip{number}.m4a") for number in range(CLIP_COUNT)]
        for number, clip in enumerate(self.clips):
            run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i",
                 f"anoisesrc=d=6.2:c=pink:a=0.3:seed={number}", "-ac", "1", "-ar", "44100",
                 "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", clip])
        self.chatt_template = self.file(
            "chatt.json", f'{{"username":"benchmark","message":"message {TOKEN} of a usual length, '
                          'as people write them"}'.encode())
        with open(self.clips[0], "rb") as file:
            audio = base64.b64encode(file.read()).decode()
        self.clip_template = self.file(
            "clip.json", f'{{"username":"benchmark","message":"{TOKEN}","audio":"{audio}"}}'.encode())

    def start_owner(self):
        """The chatterd that makes the cluster; those that are measured are others beside it."""
        # Its cluster serves the sessions of all servers that are measured.
        self.owner = Chatterd(self, "private", "--database-connections", str(SESSIONS_MAX))

    def migrate(self, database):
        run([self.program, "migrate", "up", "--database", database])

    def fill(self, database, rows, clips, with_facts):
        """Puts the same rows into any table of chatts, as its own server would have stored them."""
        message = "'message number ' || n || ', of a usual length, as people write them'"
        if not clips:
            self.cluster.sql(database, "insert into chatts (id, username, message) "
                             f"select gen_random_uuid(), 'user ' || n, {message} "
                             f"from generate_series(1, {rows}) n")
            return
        readable = os.path.join(self.work, "clips")
        os.makedirs(readable, exist_ok=True)
        names, values = "", ""
        if with_facts:
            names = ", audio_codec, audio_duration_us, audio_sample_rate, audio_channels"
            values = ", 'aac-lc', 6200000, 44100, 1"
        for place in range(CLIP_COUNT):
            with open(self.clips[place], "rb") as file:
                clip = base64.b64encode(file.read()).decode()
            script = self.file(
                "fill.sql",
                (f"insert into chatts (id, username, message, audio{names}) "
                 f"select gen_random_uuid(), 'user ' || n, {message}, decode('{clip}', 'base64'){values} "
                 f"from generate_series(1, {rows}) n where n % {CLIP_COUNT} = {place};").encode())
            run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.cluster.url(database),
                 "-f", script])

    def list_bytes(self, rows):
        """The length in bytes of a list of `rows` rows of `fill`, computed without a request."""
        # Each row: three names in quotes, an id of 36, a time of 24, and the marks between them.
        total = 1
        for number in range(1, rows + 1):
            digits = len(str(number))
            total += (len('["user ","message number , of a usual length, as people write them",'
                          '"","2025-01-02T03:04:05.123Z"],') + 36 + 2 * digits)
        return total

    # After

    def put_away(self):
        if self.owner is not None:
            for process in reversed(self.processes):
                if process is not self.owner.process:
                    stop(process)
            stop(self.owner.process)
        shutil.rmtree(self.work, ignore_errors=True)

    def head(self):
        commit = git("rev-parse", "--short", "HEAD") or "unknown"
        if git("status", "--porcelain"):
            commit += " with changes"
        processor = "unknown processor"
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    processor = line.partition(":")[2].strip()
        now = datetime.datetime.now(datetime.timezone.utc)
        return (f"{now:%Y-%m-%d %H:%M} UTC, commit {commit}, {os.cpu_count()} cores ({processor}), "
                f"Linux {os.uname().release}; {self.rounds} rounds of {self.seconds:g} s each, "
                f"{time.monotonic() - self.began:.0f} s in all")


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def interrupted(number, _):
    raise KeyboardInterrupt(number)


def main():
    signal.signal(signal.SIGTERM, interrupted)
    bench = Bench()
    rows, status = [], 0
    try:
        bench.check_names()
        bench.log("building")
        bench.build()
        bench.make_certificate()
        bench.make_clips()
        if bench.counts:
            add_probes()
        bench.log("starting")
        bench.start_owner()
        bench.livez = web.get(bench.owner.port, bench.certificate, "/livez")[2]
        for group, names in GROUPS:
            if not any(bench.wants(name) for name in names):
                continue
            try:
                rows += group(bench)
            except (Failure, ValueError, OSError, subprocess.SubprocessError) as error:
                print(f"bench: {names[0]} FAILED: {error}", file=sys.stderr, flush=True)
                status = 1
            except KeyboardInterrupt:
                # What was measured until then is shown.
                print("bench: interrupted", file=sys.stderr, flush=True)
                status = 130
                break
    except Failure as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        bench.put_away()
        if bench.counts:
            delete_probes()
    costs = "system calls, allocations" if bench.counts else "CPU s/1000"
    text = f"{bench.head()}\n\n{table(rows, costs)}\n"
    print(text)
    keep(text)
    if any(row.failed() for row in rows):
        print("bench: wrong responses, so the results are invalid", file=sys.stderr)
        status = status or 1
    return status


def keep(text):
    directory = os.path.join(HERE, "results")
    os.makedirs(directory, exist_ok=True)
    now = datetime.datetime.now(datetime.timezone.utc)
    with open(os.path.join(directory, f"{now:%Y-%m-%dT%H-%M-%SZ}.md"), "w", encoding="utf-8") as file:
        file.write(text)
