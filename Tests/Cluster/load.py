"""Clients that post, read and delete through HAProxy, and record what they see."""

import base64
import hashlib
import http.client
import json
import random
import ssl
import threading
import time

from cluster import FRONT_ADDRESS, PORT
from history import REFUSED, STORED, UNKNOWN, Clip, Read, Write

# Seconds: for one request, as on an impatient phone; for a post with its repeats; between requests.
REQUEST_LIMIT, POST_LIMIT, INTERVAL = 4, 60, 0.12
RETRY_PAUSE_MAX = 1
PAGE_ROWS = 100
# Responses that say that nothing was stored.
REFUSALS = (400, 403, 413, 422, 429, 503, 507)


class Connection:
    """An HTTPS connection from an address of its own, opened again after an error."""

    def __init__(self, address, authority, history):
        self.address, self.history = address, history
        self.context = ssl.create_default_context(cafile=authority)
        self.connection = None

    def send(self, method, path, body=None, headers=None):
        """Returns status, headers and body, or None if there was no response, and whether
        the request can have arrived."""
        sent = False
        try:
            if self.connection is None:
                self.connection = http.client.HTTPSConnection(
                    FRONT_ADDRESS, PORT, timeout=REQUEST_LIMIT, context=self.context,
                    source_address=(self.address, 0),
                )
                self.connection.connect()
            sent = True
            self.connection.request(method, path, body, headers or {})
            response = self.connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            self.history.count(failed=True)
            return None, sent
        if response.will_close:
            self.close()
        self.history.count(failed=response.status >= 500 or response.status == 429)
        return (response.status, response.headers, content), sent

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Names:
    """The texts of chatts by id, as posts, lists and events show them."""

    def __init__(self):
        self.texts = {}

    def add(self, identifier, text):
        # One string for each text, however many lists have it.
        return self.texts.setdefault(identifier, text)


class Client(threading.Thread):
    """One user, who does one thing after another."""

    def __init__(self, name, address, cluster, history, names, seed, clip):
        super().__init__(name=name, daemon=True)
        self.history, self.names, self.clip = history, names, clip
        self.connection = Connection(address, cluster.authority, history)
        self.random = random.Random(f"{seed}-{name}")
        self.end, self.error = threading.Event(), None
        self.number, self.own = 0, []

    def run(self):
        try:
            while not self.end.wait(INTERVAL):
                self.step()
        except Exception as error:  # Reported by the run, which fails.
            self.error = error
        finally:
            self.connection.close()

    def step(self):
        action = self.random.random()
        if action < 0.40:
            self.post_with_key(clip=False)
        elif action < 0.43:
            self.post_with_key(clip=True)
        elif action < 0.60:
            self.post_once()
        elif action < 0.75:
            self.read_list()
        elif action < 0.95:
            self.read_page()
        else:
            self.delete()

    def text(self):
        self.number += 1
        return f"{self.name}-{self.number}"

    def post_once(self):
        """A post of the labs' front ends, without a key and without a repeat."""
        text, started = self.text(), time.monotonic()
        body = json.dumps({"username": self.name, "message": text})
        response, sent = self.connection.send("POST", "/postchatt/", body)
        outcome = outcome_of(response, sent, (200,))
        self.history.posts.append(Write(self.name, text, started, time.monotonic(), outcome))

    def post_with_key(self, clip):
        """A post that is repeated with its key until it is stored."""
        text, started = self.text(), time.monotonic()
        chatt = {"username": self.name, "message": text}
        if clip:
            chatt["audio"] = base64.b64encode(self.clip).decode()
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": f'"{self.random.getrandbits(128):032x}"',
        }
        outcomes = []
        response = None
        for _ in self.attempts(started):
            response, sent = self.connection.send("POST", "/v1/chatts", json.dumps(chatt), headers)
            outcomes.append(outcome_of(response, sent, (200, 201)))
            if outcomes[-1] == STORED:
                break
            if response and response[0] in (400, 403, 413, 422):
                raise AssertionError(f"unexpected response: {response}")
        ended = time.monotonic()
        # A refusal says only that its own request stored nothing.
        outcome = STORED if STORED in outcomes else UNKNOWN if UNKNOWN in outcomes else REFUSED
        self.history.posts.append(Write(self.name, text, started, ended, outcome))
        if outcome == STORED:
            stored = json.loads(response[2])
            self.names.add(stored["id"], text)
            self.own.append((stored["id"], text, stored["deleteToken"], clip))

    def attempts(self, started):
        """Yields until the limit, with a pause that grows before each repeat."""
        pause = 0.1
        while not self.end.is_set() and time.monotonic() - started < POST_LIMIT:
            yield
            self.end.wait(pause * self.random.uniform(0.5, 1))
            pause = min(pause * 2, RETRY_PAUSE_MAX)

    def delete(self):
        """Deletes an own chatt, after its clip was compared."""
        if not self.own:
            return
        identifier, text, token, has_clip = self.own.pop(self.random.randrange(len(self.own)))
        if has_clip:
            self.compare(identifier, text)
        started, outcome = time.monotonic(), UNKNOWN
        headers = {"Authorization": f"Bearer {token}"}
        repeated = False
        for _ in self.attempts(started):
            response, _ = self.connection.send("DELETE", f"/v1/chatts/{identifier}", None, headers)
            if response and response[0] == 404 and not repeated:
                # It was lost before: without a deletion in the record, another rule reports it.
                return
            # 404 after an attempt with another response: that attempt may have deleted the chatt.
            if response and response[0] in (204, 404):
                outcome = STORED
                break
            repeated = True
        self.history.deletions.append(Write(self.name, text, started, time.monotonic(), outcome))

    def cleaned_clip(self):
        """The clip as the server stores it, without metadata. Posted again, no byte changes."""
        self.post_with_key(clip=True)
        identifier = self.own[0][0]
        response, _ = self.connection.send("GET", f"/v1/audio/{identifier}.m4a")
        self.connection.close()
        return response[2]

    def compare(self, identifier, text):
        response, _ = self.connection.send("GET", f"/v1/audio/{identifier}.m4a")
        if response and response[0] in (200, 404):
            received = hashlib.sha256(response[2]).hexdigest() if response[0] == 200 else "none"
            expected = hashlib.sha256(self.clip).hexdigest()
            self.history.clips.append(Clip(text, expected, received))

    def read_list(self):
        started = time.monotonic()
        response, _ = self.connection.send("GET", "/getchatts/")
        if response and response[0] == 200:
            texts = [self.names.add(row[2], row[1]) for row in json.loads(response[2])]
            self.history.reads.append(Read(self.name, started, time.monotonic(), texts))
            return texts
        return None

    def read_page(self):
        started = time.monotonic()
        response, _ = self.connection.send("GET", f"/v1/chatts?limit={PAGE_ROWS}")
        if response and response[0] == 200:
            page = json.loads(response[2])
            texts = [self.names.add(row["id"], row["message"]) for row in page["chatts"]]
            whole = page["next"] is None
            self.history.reads.append(Read(self.name, started, time.monotonic(), texts, whole))


def outcome_of(response, sent, successes):
    """What the response to one post says about it."""
    if response is None:
        return UNKNOWN if sent else REFUSED
    if response[0] in successes:
        return STORED
    return REFUSED if response[0] in REFUSALS else UNKNOWN
