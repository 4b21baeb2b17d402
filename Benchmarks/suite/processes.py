"""Processes: starting, ending, and what they cost."""
import os
import signal
import subprocess
import time

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """Something could not be measured."""


def start(arguments, log, **options):
    """Starts a process in a session of its own, so that Ctrl-C reaches this script alone."""
    with open(log, "ab") as output:
        return subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                start_new_session=True, **options)


def stop(process, timeout=20):
    """Ends a process that was started here, in order if it lets itself be ended so."""
    if process is None or process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(arguments, timeout=60, **options):
    """Runs a program to its end and returns what it wrote."""
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=timeout, **options)
    if done.returncode != 0:
        raise Failure(f"{arguments[0]}: status {done.returncode}: {(done.stderr or done.stdout)[-800:]}")
    return done.stdout


def _stat(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            # The name, in parentheses, may hold blanks.
            return file.read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def family(process):
    """A process and its descendants."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            fields = _stat(entry)
            if fields:
                children.setdefault(int(fields[1]), []).append(int(entry))
    members, pending = [], [process]
    while pending:
        member = pending.pop()
        members.append(member)
        pending.extend(children.get(member, []))
    return members


def cpu_seconds(processes, with_ended=()):
    """User and system time of processes; of those in `with_ended` their ended children's too."""
    ticks = 0
    for process in processes:
        fields = _stat(process)
        if fields:
            ticks += int(fields[11]) + int(fields[12])
            if process in with_ended:
                ticks += int(fields[13]) + int(fields[14])
    return ticks / TICKS_PER_SECOND


def resident_bytes(processes):
    """RSS and PSS, summed up (proc(5), smaps_rollup)."""
    totals = {"Rss": 0, "Pss": 0}
    for process in processes:
        with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
            for line in file:
                name, _, rest = line.partition(":")
                if name in totals:
                    totals[name] += int(rest.split()[0]) * 1024
    return totals["Rss"], totals["Pss"]


def wait_until(condition, timeout, what, process=None, log=None):
    """Waits for a condition; the process that is to bring it about must live."""
    deadline = time.monotonic() + timeout
    while not condition():
        if process is not None and process.poll() is not None:
            raise Failure(f"{what} ended: {tail(log)}")
        if time.monotonic() > deadline:
            raise Failure(f"{what} did not come within {timeout} s: {tail(log)}")
        time.sleep(0.005)


def tail(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()[-800:]
    except (OSError, TypeError):
        return ""
