"""Debian's pebble, an ACME authority for tests."""

import json
import os
import pathlib
import subprocess
import tempfile
import time
import urllib.request

from server import SOON, ending_with_this

PARENT = pathlib.Path(os.environ["CHATTERD_TEST_DIRECTORY"])
MANAGEMENT = "https://localhost:15000"


def get(url):
    with urllib.request.urlopen(url, timeout=SOON) as response:
        return response.read()


class Authority:
    url = "https://localhost:14000"

    def __init__(self):
        certificate = {"certificate": str(PARENT / "api.crt"), "privateKey": str(PARENT / "api.key")}
        self._configuration = pathlib.Path(tempfile.mkdtemp(dir=PARENT)) / "pebble.json"
        self._configuration.write_text(json.dumps({"pebble": {
            "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", **certificate,
            "httpPort": 80, "tlsPort": 443, "ocspResponderURL": "", "externalAccountBindingRequired": False}}))
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

    def stop_issuing(self):
        self._process.terminate()
        self._process.wait(SOON)

    def stop(self):
        self._process.kill()
        self._process.wait()
