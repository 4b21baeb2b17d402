"""System calls and allocations of processes, counted by perf(1)."""
import os
import signal
import subprocess

from .processes import Failure, run

FUNCTIONS = ("malloc", "calloc", "realloc")
SYSTEM_CALLS = "raw_syscalls:sys_enter"
EVENTS = [SYSTEM_CALLS, *(f"probe_libc:{name}" for name in FUNCTIONS)]


def add_probes():
    """Probes in libc, which stay until `delete_probes`. Needs root."""
    delete_probes()
    # Python has loaded the same one.
    with open("/proc/self/maps", encoding="utf-8") as maps:
        library = next(line.split()[-1] for line in maps if "/libc.so" in line)
    run(["perf", "probe", "-q", "-x", library, *(f"--add={name}" for name in FUNCTIONS)])


def delete_probes():
    subprocess.run(["perf", "probe", "-q", "-d", "probe_libc:*"], stderr=subprocess.DEVNULL,
                   check=False)


class Counter:
    """Counts from now until `taken`, in all threads of the processes."""

    def __init__(self, processes):
        control, self.control = os.pipe()
        self.reply, reply = os.pipe()
        # Disabled at first: perf says when it has attached itself.
        self.process = subprocess.Popen(
            ["perf", "stat", "-D", "-1", "-x,", "--control", f"fd:{control},{reply}",
             *(word for event in EVENTS for word in ("-e", event)),
             "-p", ",".join(map(str, processes))],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            pass_fds=(control, reply), start_new_session=True)
        os.close(control)
        os.close(reply)
        self._order("enable")

    def _order(self, word):
        os.write(self.control, f"{word}\n".encode())
        if not os.read(self.reply, 5):
            raise Failure(f"perf: {self.process.communicate()[1][-800:]}")

    def taken(self):
        """The system calls, and the allocations."""
        self._order("disable")
        self.process.send_signal(signal.SIGINT)
        text = self.process.communicate(timeout=30)[1]
        os.close(self.control)
        os.close(self.reply)
        counts = {}
        for line in text.splitlines():
            fields = line.split(",")
            if len(fields) > 2 and fields[0].isdigit():
                counts[fields[2]] = int(fields[0])
        if len(counts) != len(EVENTS):
            raise Failure(f"perf: {text[-800:]}")
        return counts.pop(SYSTEM_CALLS), sum(counts.values())
