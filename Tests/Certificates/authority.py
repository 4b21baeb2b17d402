"""Debian's pebble, an ACME authority for tests, behind a directory that adds renewal information (RFC 9773),
which pebble 2.4 does not have."""

import http.server
import json
import os
import pathlib
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.request
from datetime import datetime, timezone

from server import SOON, ending_with_this

PARENT = pathlib.Path(os.environ["CHATTERD_TEST_DIRECTORY"])
PEBBLE = "https://localhost:14000/dir"
MANAGEMENT = "https://localhost:15000"


def get(url):
    with urllib.request.urlopen(url, timeout=SOON) as response:
        return response.read()


class DirectoryHandler(http.server.BaseHTTPRequestHandler):
    """Responds with pebble's directory and with the renewal information of `authority`."""

    def do_GET(self):
        authority = self.server.authority
        if self.path == "/dir":
            try:
                body = json.loads(get(PEBBLE))
            except OSError:
                self.send_error(502)
                return
            if authority.window is not None:
                body["renewalInfo"] = authority.url + "/renewal"
            body = json.dumps(body).encode()
        else:
            authority.asked.append(self.path)
            body = authority.window
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Authority:
    url = "https://localhost:14443"

    def __init__(self):
        self.window = None
        self.asked = []
        certificate = {"certificate": str(PARENT / "api.crt"), "privateKey": str(PARENT / "api.key")}
        self._configuration = pathlib.Path(tempfile.mkdtemp(dir=PARENT)) / "pebble.json"
        self._configuration.write_text(json.dumps({"pebble": {
            "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", **certificate,
            "httpPort": 80, "tlsPort": 443, "ocspResponderURL": "", "externalAccountBindingRequired": False}}))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate["certificate"], certificate["privateKey"])
        self._front = http.server.ThreadingHTTPServer(("127.0.0.1", 14443), DirectoryHandler)
        self._front.authority = self
        self._front.socket = context.wrap_socket(self._front.socket, server_side=True)
        threading.Thread(target=self._front.serve_forever, daemon=True).start()
        self.start_issuing()

    def start_issuing(self):
        """Starts pebble, which has forgotten everything, and waits until it responds."""
        # Without the pauses before validations; each order is validated again.
        self._process = subprocess.Popen(
            ending_with_this("pebble", "-config", self._configuration), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, PEBBLE_VA_NOSLEEP="1", PEBBLE_AUTHZREUSE="0"))
        deadline = time.monotonic() + SOON
        while True:
            try:
                self.root = get(MANAGEMENT + "/roots/0")
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def suggest(self, start, end):
        """Suggests a renewal between two times, in seconds from now."""
        now = time.time()
        first, last = (datetime.fromtimestamp(now + offset, timezone.utc).isoformat().replace("+00:00", "Z")
                       for offset in (start, end))
        self.window = json.dumps({"suggestedWindow": {"start": first, "end": last}}).encode()

    def stop_issuing(self):
        self._process.terminate()
        self._process.wait(SOON)

    def stop(self):
        self._process.kill()
        self._process.wait()
        self._front.shutdown()
        self._front.server_close()
