"""A chatterd with an empty database of its own, and calls of its API."""

import base64
import json
import os
import pathlib
import re
import ssl
import subprocess
import urllib.error
import urllib.request
import uuid

from waiting import HANG_SECONDS, wait_until

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CHATTERD", str(REPOSITORY / ".build/debug/chatterd"))
# A postgresql:// URL of a cluster, from scripts/with-postgres.
CLUSTER = os.environ.get("CHATTERD_TEST_DATABASE", "")


def ending_with_this(command):
    """A command that the kernel ends if this process is killed."""
    return ["setpriv", "--pdeathsig", "TERM", "--", *command]


def logged(log, pattern, process, start=0):
    """The first match of a pattern in what a running process writes to its log, from a byte on."""
    def found():
        match = re.search(pattern, text())
        if not match and process.poll() is not None:
            raise AssertionError(f"{process.args} ended:\n{text()[-4000:]}")
        return match

    def text():
        return log.read_bytes()[start:].decode(errors="replace")

    return wait_until(found, f"{pattern} in {log}")


# A name by which browsers reach this machine, and which is not that of its own.
HOST = "chat.test"


class Certificates:
    """An authority, and the certificate that it has signed for localhost and `HOST`."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.authority = self.directory / "chatterd-ca.crt"
        self.certificate = self.directory / "chatterd.crt"
        self.private_key = self.directory / "chatterd.key"
        subprocess.run([PROGRAM, "cert", "--out", self.directory, "--name", "localhost",
                        "--name", HOST], check=True, stdout=subprocess.DEVNULL)


class Server:
    """Starts chatterd on a free port, which it keeps when it is started again.

    It has a database of its own, unless another server's is given.
    """

    def __init__(self, directory, certificates, options=(), database=None):
        self.directory = pathlib.Path(directory)
        self.certificates = certificates
        self.options = options
        self.trust = ssl.create_default_context(cafile=certificates.authority)
        self.log = self.directory / "server.log"
        self.database = database or f"web_{uuid.uuid4().hex}"
        self.port = 0
        self.process = None
        if not database:
            self._query(f"create database {self.database}")

    @property
    def url(self):
        """The address that people open."""
        return f"https://localhost:{self.port}"

    @property
    def public_url(self):
        """The same by a name that could be used by others."""
        return f"https://{HOST}:{self.port}"

    def start(self):
        """Starts the server, and returns once it listens."""
        database = re.sub(r"/postgres\?", f"/{self.database}?", CLUSTER)
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ending_with_this([
                    PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--database", database,
                    "--data-dir", self.directory / "data", "--rate-limit", "0",
                    "--certificate", self.certificates.certificate,
                    "--private-key", self.certificates.private_key, "--log-format", "json",
                    *self.options]),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.port = int(logged(
            self.log, r'"addresses":"127\.0\.0\.1:([0-9]+)', self.process, before)[1])

    def wait_for_log(self, pattern):
        """The match of a pattern in the log."""
        return logged(self.log, pattern, self.process)

    def kill(self):
        """Kills the server with SIGKILL, as a power cut does."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Stops the server and removes its database."""
        if self.process:
            self.kill()
        self._query(f"drop database if exists {self.database} with (force)")

    def get(self, path, **headers):
        """The body of a response to GET."""
        return self._request("GET", path, None, headers)

    def chatts(self, query="limit=200", **headers):
        """A page of the timeline, newest first."""
        return json.loads(self.get(f"/v1/chatts?{query}", **headers))["chatts"]

    def post(self, username, message=None, clip=None, **headers):
        """Posts a chatt, and returns it."""
        chatt = {"username": username, "message": message,
                 "audio": base64.b64encode(clip).decode() if clip else None}
        given = {name: value for name, value in chatt.items() if value is not None}
        return json.loads(self._request("POST", "/v1/chatts", json.dumps(given).encode(),
                                        {"Content-Type": "application/json", **headers}))

    def delete(self, chatt):
        """Deletes a chatt that `post` has returned."""
        self._request("DELETE", f"/v1/chatts/{chatt['id']}", None,
                      {"Authorization": f"Bearer {chatt['deleteToken']}"})

    def token(self, *words):
        """What `chatterd token` prints, such as a new token."""
        database = re.sub(r"/postgres\?", f"/{self.database}?", CLUSTER)
        run = subprocess.run([PROGRAM, "token", *words, "--database", database], check=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return run.stdout.strip()

    def expire_tokens(self):
        """Lets all tokens expire."""
        self._query("update access_tokens set expires_at = now() - interval '1 hour'",
                    self.database)

    def empty(self):
        """Removes all chatts and tokens. The server notices it before it responds to the next list."""
        self._query("truncate chatts, idempotency_keys, access_tokens", self.database)

    def insert(self, count, first=0):
        """Inserts messages of three people, "Message 0" and so on."""
        self._query(f"""insert into chatts (id, username, message)
          select gen_random_uuid(), 'person ' || n % 3, 'Message ' || n
          from generate_series({first}, {first + count - 1}) n""", self.database)

    def insert_clips(self, chatt, count, first=0):
        """Inserts copies of a chatt with a clip, "Clip 0" and so on."""
        facts = "audio, audio_codec, audio_duration_us, audio_sample_rate, audio_channels, audio_sha256"
        self._query(f"""insert into chatts (id, username, message, {facts})
          select gen_random_uuid(), username, 'Clip ' || n, {facts}
          from chatts, generate_series({first}, {first + count - 1}) n
          where id = '{chatt["id"]}' order by n""", self.database)

    def insert_days(self, *days):
        """Inserts a message for each day ago, "Message of 3 days ago" and so on."""
        for ago in days:
            self._query(f"""insert into chatts (id, username, message, created_at)
              values (gen_random_uuid(), 'ben', 'Message of {ago} days ago',
                date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
                  - interval '{ago} days' + interval '12 hours')""",
                        self.database)

    def _request(self, method, path, body, headers):
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, context=self.trust, timeout=HANG_SECONDS) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    @staticmethod
    def _query(statement, database="postgres"):
        url = re.sub(r"/postgres\?", f"/{database}?", CLUSTER)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement],
                       check=True, stdout=subprocess.DEVNULL)
