"""Machines as network namespaces, and their services, which are restarted as systemd would."""

import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

BRIDGE, GATEWAY, PREFIX = "br0", "10.87.0.1", 24
# Seconds for a command, such as the creation of a certificate.
COMMAND_LIMIT = 60
# A program may start another one while it is killed.
KILL_PASSES = 20
# Seconds between checks of a condition that another process brings about.
POLL_INTERVAL = 0.1
# setns(2), and the backlog of chatterd.socket.
CLONE_NEWNET, BACKLOG = 0x40000000, 4096


class ClusterError(Exception):
    """The cluster cannot be built or does not become whole."""


def run(*command, limit=COMMAND_LIMIT):
    """Runs a short command. Its error text is in the exception."""
    try:
        result = subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=limit,
        )
    except subprocess.TimeoutExpired as error:
        raise ClusterError(str(error)) from error
    if result.returncode != 0:
        raise ClusterError(f"{' '.join(map(str, command))}: {result.stderr or result.stdout}")
    return result.stdout


def wait(what, condition, limit, stopped=None):
    """Waits for a condition. Raises ClusterError after `limit` seconds."""
    deadline = time.monotonic() + limit
    while not condition():
        if time.monotonic() > deadline:
            raise ClusterError(f"{what}: not within {limit} s")
        if stopped is not None and stopped.is_set():
            raise ClusterError(f"{what}: stopped")
        threading.Event().wait(POLL_INTERVAL)


def create_bridge(client_addresses):
    """The switch to which all machines are connected, with the clients' addresses."""
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", BRIDGE, "type", "bridge", "forward_delay", "0")
    for address in [GATEWAY, *client_addresses]:
        run("ip", "address", "add", f"{address}/{PREFIX}", "dev", BRIDGE)
    run("ip", "link", "set", BRIDGE, "up")


class Machine:
    """A network namespace with one interface."""

    def __init__(self, name, address, directory):
        self.name, self.address = name, address
        self.directory = pathlib.Path(directory) / name
        self.directory.mkdir(mode=0o755)
        self.link = f"to-{name}"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", self.link, "master", BRIDGE, "up")
        run("ip", "-n", name, "address", "add", f"{address}/{PREFIX}", "dev", "eth0")
        for interface in ("lo", "eth0"):
            run("ip", "-n", name, "link", "set", interface, "up")

    def cut(self):
        """Takes the machine's cable out."""
        run("ip", "link", "set", self.link, "down")

    def connect(self):
        run("ip", "link", "set", self.link, "up")

    def listen(self, port):
        """A socket on the machine, which listens."""
        made = []

        def make():
            # A thread of its own enters the namespace.
            with open(f"/run/netns/{self.name}") as file:
                if ctypes.CDLL(None).setns(file.fileno(), CLONE_NEWNET) == 0:
                    made.append(socket.create_server(("0.0.0.0", port), backlog=BACKLOG))

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        if not made:
            raise ClusterError(f"port {port} of {self.name} cannot be listened to")
        return made[0]

    def processes(self):
        """The process ids of all programs of the machine."""
        return [int(line) for line in run("ip", "netns", "pids", self.name).split()]

    def kill_all(self):
        """Ends all programs, as a power failure does."""
        for _ in range(KILL_PASSES):
            processes = self.processes()
            for process in processes:
                send(process, signal.SIGKILL)
            if not processes:
                return


class Service:
    """A program on a machine that is started again after it ends, until it is switched off.

    With a port it inherits a listening socket (sd_listen_fds(3)), which stays open meanwhile.
    """

    def __init__(
        self, machine, name, command, user="postgres", pause=0.2, environment=None, port=None
    ):
        self.machine, self.name, self.pause = machine, name, pause
        self.log = machine.directory / f"{name}.log"
        self.command = ["ip", "netns", "exec", machine.name]
        if user:
            self.command += ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
        self.command += [str(word) for word in command]
        self.environment = {**os.environ, **(environment or {})}
        self.process, self.wanted, self.ended = None, False, None
        self.starts, self.restarts = 0, False
        self.port, self.listener = port, None

    def start(self):
        command, descriptors = self.command, ()
        if self.port:
            self.listener = self.listener or self.machine.listen(self.port)
            descriptors = (self.listener.fileno(),)
            script = f'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@" 3<&{self.listener.fileno()}'
            command = ["bash", "-c", script, "bash", *command]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, pass_fds=descriptors,
                start_new_session=True, env=self.environment, cwd=self.machine.directory,
            )
        self.wanted, self.ended, self.restarts = True, None, False
        self.starts += 1

    def check(self, now):
        """Starts the program again if it ended `pause` seconds ago, or was to start again."""
        if not self.wanted or self.process.poll() is None:
            return
        self.ended = self.ended or now
        if self.restarts or now - self.ended >= self.pause:
            self.start()

    def send(self, number):
        send(self.process.pid, number)

    def restart(self):
        """Ends the program in order, and starts it again."""
        self.restarts = True
        self.send(signal.SIGTERM)

    def switch_off(self):
        """Lets the program and its socket end with whatever ends the program next."""
        self.wanted = False
        if self.listener:
            self.listener.close()
            self.listener = None


def send(process, number):
    """Sends a signal to a process that may have ended."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def children(parent):
    """The process ids of the direct children of a process."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[1]) == parent:
                found.append(int(entry.name))
    return found


class Watchdog:
    """A named pipe in place of /dev/watchdog, to which Patroni's driver `testing` writes.

    Like the device, it is armed by the first write, and disarmed by a V before it is closed.
    """

    def __init__(self, machine, owner, seconds):
        self.machine, self.seconds, self.deadline = machine, seconds, None
        self.path = machine.directory / "watchdog"
        os.mkfifo(self.path, 0o600)
        os.chown(self.path, *owner)
        # Also open for writing: without a writer, a pipe is always at its end.
        self.pipe = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def is_due(self, now):
        """Whether the machine must be reset because Patroni has not written in time."""
        try:
            written = os.read(self.pipe, 4096)
            self.deadline = None if written.endswith(b"V") else now + self.seconds
        except BlockingIOError:
            pass
        if self.deadline is None or now < self.deadline:
            return False
        self.deadline = None
        return True


class Supervisor(threading.Thread):
    """Restarts services, and resets a machine when its watchdog is due."""

    def __init__(self, boot_seconds):
        super().__init__(daemon=True)
        self.boot_seconds = boot_seconds
        self.services, self.watchdogs, self.resets = [], [], 0
        self.has_watchdog = True
        self._boots = {}
        self._end, self._lock = threading.Event(), threading.Lock()

    def add(self, service):
        service.start()
        with self._lock:
            self.services.append(service)

    def power_off(self, machine, seconds=0):
        """Ends all programs of a machine. They start when it has booted, after some seconds."""
        with self._lock:
            for service in self.services:
                if service.machine is machine:
                    service.switch_off()
            machine.kill_all()
            self._boots[machine] = time.monotonic() + seconds + self.boot_seconds

    def run(self):
        while not self._end.wait(POLL_INTERVAL):
            now = time.monotonic()
            with self._lock:
                for service in self.services:
                    service.check(now)
                for machine in [m for m, due in self._boots.items() if due <= now]:
                    del self._boots[machine]
                    self._disarm(machine)
                    for service in self.services:
                        if service.machine is machine:
                            service.start()
            for watchdog in self.watchdogs[:]:
                if watchdog.is_due(now) and self.has_watchdog:
                    self.resets += 1
                    self.power_off(watchdog.machine)

    def _disarm(self, machine):
        """A machine that starts again has no armed watchdog."""
        for watchdog in self.watchdogs:
            if watchdog.machine is machine:
                watchdog.is_due(time.monotonic())
                watchdog.deadline = None

    def stop(self):
        self._end.set()
        if self.is_alive():
            self.join()
