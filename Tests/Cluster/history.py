"""The record of what clients sent and received, from which promises.py finds broken promises.

Times are seconds of one monotonic clock. A chatt is known by its text, which no two posts share.
"""

import dataclasses
import threading

# What a response, or its absence, says about a request.
STORED, REFUSED, UNKNOWN = "stored", "refused", "unknown"


@dataclasses.dataclass
class Write:
    """A post or a deletion, with its repeats: stored if one was acknowledged, refused if all were."""

    client: str
    text: str
    started: float
    ended: float
    outcome: str


@dataclasses.dataclass
class Read:
    """A list (whole) or a page (the newest ones), newest first."""

    client: str
    started: float
    ended: float
    texts: list
    whole: bool = True


@dataclasses.dataclass
class Segment:
    """The events of a stream from its start or a `reset` to the next `reset` or the end."""

    stream: str
    started: float
    # Pairs of "chatt" or "delete", and the text.
    events: list = dataclasses.field(default_factory=list)
    # Whether it ended with the run, after a limit within which all events must have arrived.
    last: bool = False


@dataclasses.dataclass
class Clip:
    """The bytes of a clip as a client received them, by SHA-256."""

    text: str
    expected: str
    received: str


class History:
    """Lists of observations, to which any thread may add."""

    def __init__(self):
        self.posts, self.deletions, self.reads = [], [], []
        self.segments, self.clips = [], []
        # The whole list after the last fault and the last request.
        self.final = []
        self.requests, self.failures = 0, 0
        self._lock = threading.Lock()

    def count(self, failed):
        with self._lock:
            self.requests += 1
            self.failures += failed

    def counts(self):
        with self._lock:
            return self.requests, self.failures
