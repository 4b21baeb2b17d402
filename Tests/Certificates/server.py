"""A chatterd on port 443, and clients that handshake with it all the time."""

import hashlib
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import uuid

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["CHATTERD"]
# A postgresql:// URL of a cluster, from scripts/with-postgres.
CLUSTER = os.environ["CHATTERD_TEST_DATABASE"]
# A guard against hanging.
SOON = 60


def ending_with_this(*command):
    """A command that the kernel ends if this process is killed."""
    return ["setpriv", "--pdeathsig", "TERM", "--", *map(str, command)]


def openssl(*arguments, data=None, binary=False):
    run = subprocess.run(["openssl", *map(str, arguments)], input=data, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout if binary else run.stdout.decode()


def public_key(der):
    """The hash of a certificate's public key, which clients pin."""
    return hashlib.sha256(openssl("x509", "-inform", "DER", "-pubkey", "-noout", data=der).encode()).hexdigest()


class Server:
    """A chatterd with a data directory and an empty database of its own."""

    def __init__(self):
        parent = os.environ["CHATTERD_TEST_DIRECTORY"]
        self.directory = pathlib.Path(tempfile.mkdtemp(dir=parent))
        self.certificate = self.directory / "chatterd.crt"
        self.private_key = self.directory / "chatterd.key"
        self._database = f"certificates_{uuid.uuid4().hex}"
        self._sql(f"create database {self._database}")
        database = re.sub(r"/postgres\?", f"/{self._database}?", CLUSTER)
        self._process = subprocess.Popen(
            ending_with_this(PROGRAM, "serve", "--database", database, "--data-dir", self.directory, "--listen",
                    "127.0.0.1:443", "--loops", "2"),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.wait_for("serving")

    @staticmethod
    def _sql(text):
        subprocess.run(["psql", "--quiet", "--no-psqlrc", "--dbname", CLUSTER, "--command", text], check=True)

    def wait_for(self, text):
        """Returns the next line of the log that contains a text."""
        timer = threading.Timer(SOON, self._process.kill)
        timer.start()
        lines = []
        try:
            for line in self._process.stderr:
                if text in line:
                    return line
                lines.append(line)
        finally:
            timer.cancel()
        raise AssertionError(f"chatterd did not log: {text}, but:\n{''.join(lines[-20:])}")

    def signal_reload(self):
        self._process.send_signal(signal.SIGHUP)

    def reload(self):
        """Reads the certificate again, and returns once new connections use it."""
        self.signal_reload()
        self.wait_for("certificate reloaded")

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.communicate(timeout=SOON)
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stderr.close()
            self._sql(f"drop database {self._database} with (force)")
        assert self._process.returncode == 0, self._process.returncode


def handshake(context, host):
    """Makes one connection with a full handshake, and returns the certificate of the server."""
    with socket.create_connection(("127.0.0.1", 443), timeout=SOON) as plain:
        with context.wrap_socket(plain, server_hostname=host) as connection:
            return connection.getpeercert(binary_form=True)


class Clients:
    """Threads that make one handshake after the other. OpenSSL checks that the server has the key of the
    certificate that it presents."""

    def __init__(self, count=2):
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._context.check_hostname, self._context.verify_mode = False, ssl.CERT_NONE
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self.counts, self.errors = {}, []
        self._threads = [threading.Thread(target=self._run) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _run(self):
        while not self._stopping.is_set():
            try:
                der = handshake(self._context, "localhost")
                with self._lock:
                    self.counts[der] = self.counts.get(der, 0) + 1
            except OSError as error:
                with self._lock:
                    self.errors.append(repr(error))

    @property
    def count(self):
        with self._lock:
            return sum(self.counts.values())

    def stop(self):
        self._stopping.set()
        for thread in self._threads:
            thread.join()
