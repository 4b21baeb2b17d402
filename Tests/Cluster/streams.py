"""Event streams that continue by their position after each loss."""

import http.client
import json
import ssl
import threading
import time

from cluster import FRONT_ADDRESS, PORT
from history import Segment

# Longer than the 15 s between the comments of a stream.
SILENCE_LIMIT, CONNECT_LIMIT, RETRY_PAUSE = 20, 4, 0.3


class Stream(threading.Thread):
    def __init__(self, name, address, cluster, history, names):
        super().__init__(name=name, daemon=True)
        self.address, self.history, self.names = address, history, names
        self.context = ssl.create_default_context(cafile=cluster.authority)
        self.end, self.error, self.position = threading.Event(), None, None
        self.segment, self.connection = None, None
        self.reconnections, self.resets = 0, 0

    def run(self):
        try:
            while not self.end.is_set():
                self.follow()
                self.reconnections += 1
                self.end.wait(RETRY_PAUSE)
        except Exception as error:  # Reported by the run, which fails.
            self.error = error

    def follow(self):
        """Reads events until the connection ends."""
        self.connection = http.client.HTTPSConnection(
            FRONT_ADDRESS, PORT, timeout=CONNECT_LIMIT, context=self.context,
            source_address=(self.address, 0),
        )
        headers = {"Last-Event-ID": self.position} if self.position else {}
        try:
            self.connection.connect()
            self.connection.sock.settimeout(SILENCE_LIMIT)
            self.connection.request("GET", "/v1/events", headers=headers)
            response = self.connection.getresponse()
            if response.status == 200:
                if self.segment is None:
                    self.begin()
                self.read(response)
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            self.connection.close()

    def begin(self):
        self.segment = Segment(self.name, time.monotonic())
        self.history.segments.append(self.segment)

    def read(self, response):
        fields = {}
        while not self.end.is_set():
            line = response.readline()
            if not line.endswith(b"\n"):
                return
            line = line.decode().rstrip("\r\n")
            if line:
                name, _, value = line.partition(":")
                if name:
                    fields[name] = value.removeprefix(" ")
            elif fields:
                self.dispatch(fields)
                fields = {}

    def dispatch(self, fields):
        """Records one whole event. An event that was cut short is sent again."""
        kind, data = fields.get("event"), json.loads(fields.get("data", "{}"))
        if kind == "reset":
            self.resets += 1
            self.begin()
        elif kind == "chatt":
            text = self.names.add(data["id"], data["message"])
            self.segment.events.append((kind, text))
        elif kind == "delete":
            text = self.names.texts.get(data["id"], data["id"])
            self.segment.events.append((kind, text))
        if fields.get("id"):
            self.position = fields["id"]

    def has(self, text):
        """Whether the current segment has delivered a chatt."""
        return self.segment is not None and ("chatt", text) in self.segment.events[-200:]

    def stop(self):
        self.end.set()
        connection = self.connection
        if connection is not None and connection.sock is not None:
            try:
                connection.sock.shutdown(2)
            except OSError:
                pass
