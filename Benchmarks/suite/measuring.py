"""One measurement: a load, and what it cost the server and PostgreSQL."""
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass, field

from .counting import Counter
from .processes import Failure, cpu_seconds, run


@dataclass
class Measure:
    rate: float
    requests: int
    failures: int = 0
    seconds: float = 0.0
    bytes_per_second: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    server_cpu: float = 0.0
    database_cpu: float = 0.0
    system_calls: int = 0
    allocations: int = 0
    client_cpu: float = 0.0
    all_requests: int = 0
    reason: str = ""


@dataclass
class Samples:
    """All rounds of one server at one workload."""

    name: str
    rounds: list = field(default_factory=list)

    def per_request(self, of):
        requests = sum(measure.all_requests for measure in self.rounds)
        return sum(getattr(measure, of) for measure in self.rounds) / max(1, requests)


class Costs:
    """What a server and the cluster take between two moments: processor time, and of the server
    system calls and allocations if the run counts them."""

    def __init__(self, bench, server=None):
        self.cluster = bench.cluster
        self.server = server
        self.server_before = server.cpu_seconds() if server else 0
        self.database_before = self._database()
        self.counter = Counter(server.processes()) if server and bench.counts else None

    def _database(self):
        postmaster = self.cluster.postmaster
        return cpu_seconds(self.cluster.processes(), {postmaster})

    def taken(self):
        """By the names of the fields of a measure."""
        server = self.server.cpu_seconds() - self.server_before if self.server else 0
        taken = {"server_cpu": server, "database_cpu": self._database() - self.database_before}
        if self.counter:
            taken["system_calls"], taken["allocations"] = self.counter.taken()
        return taken


def load(bench, server, arguments, connections, extent=None):
    """Lets the load generator loose on a server."""
    extent = extent or ["-seconds", str(bench.seconds), "-warm-up", str(bench.warm_up)]
    command = [bench.generator, "-port", str(server.port), "-certificate", bench.certificate,
               "-connections", str(connections), *arguments, *extent]
    costs = Costs(bench, server)
    report = json.loads(_run_load(bench, server, command))
    return Measure(
        rate=report["requests"] / report["seconds"], requests=report["requests"],
        failures=report["failures"], seconds=report["seconds"],
        bytes_per_second=report["content_bytes"] / report["seconds"],
        p50=report["p50_us"] / 1000, p99=report["p99_us"] / 1000,
        client_cpu=report["client_cpu_seconds"], all_requests=report["requests_in_all"],
        reason=report.get("first_failure", ""), **costs.taken())


def load_http2(bench, server, path, expected, connections, streams):
    """GETs over HTTP/2 by h2load, which checks the status; the number of bytes is checked here."""
    # It takes whole seconds, and counts the bytes of its own warm-up but not the responses.
    seconds = max(1, round(bench.seconds))
    command = ["h2load", "-c", str(connections), "-m", str(streams), "-t", str(min(2, connections)),
               f"https://127.0.0.1:{server.port}{path}", "-D"]
    _run_load(bench, server, [*command, "1"])
    costs = Costs(bench, server)
    text = _run_load(bench, server, [*command, str(seconds)])
    taken = costs.taken()
    done, wrong = (int(re.search(rf"requests:.* (\d+) {word}", text)[1])
                   for word in ("succeeded", "failed"))
    length = os.path.getsize(expected)
    data = int(re.search(r"\((\d+)\) data", text)[1])
    measure = Measure(
        rate=float(re.search(r"([\d.]+) req/s", text)[1]), requests=done, failures=wrong,
        seconds=seconds, bytes_per_second=data / seconds, all_requests=done, **taken)
    # Responses under way at the end have a part of their bytes.
    if not 0 <= data - done * length <= connections * streams * length:
        measure.failures, measure.reason = measure.failures + 1, f"{data} bytes in {done} responses"
    return measure


def _run_load(bench, server, command):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=bench.seconds + 120)
    except subprocess.TimeoutExpired:
        raise Failure(f"the load on {server.name} did not end") from None
    if done.returncode != 0:
        raise Failure(f"{os.path.basename(command[0])}: {(done.stdout + done.stderr)[-800:]}")
    return done.stdout


def pgbench(bench, database, clients):
    """One row a transaction, prepared, over the cluster's socket."""
    costs = Costs(bench)
    script = os.path.join(bench.here, "post.pgbench")
    text = run(["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(2, clients)),
                "-T", str(max(1, round(bench.seconds + bench.warm_up))), "-f", script,
                bench.cluster.url(database)], timeout=bench.seconds + 60)
    taken = costs.taken()
    rate = float(re.search(r"tps = ([0-9.]+)", text)[1])
    requests = int(re.search(r"actually processed: (\d+)", text)[1])
    failed = re.search(r"failed transactions: (\d+)", text)
    return Measure(rate=rate, requests=requests, all_requests=requests,
                   failures=int(failed[1]) if failed else 0, **taken)


def insert_clips(bench, database, connections):
    """A clip a transaction, by libpq, with binary parameters."""
    costs = Costs(bench)
    text = run([bench.insert_clips, bench.cluster.url(database), bench.clips[0], str(connections),
                str(bench.seconds + bench.warm_up)], timeout=bench.seconds + 60)
    taken = costs.taken()
    report = json.loads(text)
    return Measure(rate=report["requests"] / report["seconds"], requests=report["requests"],
                   all_requests=report["requests"], failures=report["failures"], **taken)


class IdleConnections:
    """Idle connections that stay open during the `with` block."""

    def __init__(self, bench, server, count):
        self.command = [bench.generator, "-port", str(server.port), "-certificate",
                        bench.certificate, "-connections", str(count), "-idle",
                        "-get", "/livez", "-expect", bench.file("livez", b"{}")]
        if server.name == "chatterd":
            self.command[-1] = bench.file("livez-chatterd", bench.livez)
        self.count = count

    def __enter__(self):
        # The process ends after its input.
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self._expect_all()
        time.sleep(2)
        return self

    def _expect_all(self):
        line = self.process.stdout.readline()
        report = json.loads(line) if line.startswith("{") else {"standing": 0, "failures": line}
        if report["standing"] != self.count:
            raise Failure(f"of {self.count} idle connections {report['standing']} are open: {report}")

    def __exit__(self, kind, *_):
        self.process.stdin.close()
        if kind is None:
            self._expect_all()
        self.process.wait(30)
