"""Each promise accepts a correct history, and finds a history that breaks it."""

import unittest

import promises
from history import REFUSED, STORED, UNKNOWN, Clip, History, Read, Segment, Write


def post(text, started, ended, outcome=STORED, client="ann"):
    return Write(client, text, started, ended, outcome)


def deletion(text, started, ended, outcome=STORED):
    return Write("ann", text, started, ended, outcome)


def read(started, *texts, whole=True, client="ann"):
    return Read(client, started, started + 0.5, list(texts), whole)


def history(final=(), **lists):
    result = History()
    result.final = list(final)
    for name, values in lists.items():
        setattr(result, name, values)
    return result


def segment(*events, started=0, last=True):
    return Segment("stream", started, [tuple(event.split()) for event in events], last)


class PromiseTests(unittest.TestCase):
    def check(self, promise, correct, wrong):
        for example in correct:
            self.assertEqual([], list(promise(example)), example.__dict__)
        for example in wrong:
            self.assertTrue(list(promise(example)), example.__dict__)
            self.assertIn(promise.__name__, promises.broken(example))

    def test_a_correct_history_breaks_no_promise(self):
        self.assertEqual({}, promises.broken(history(
            final=["c", "a"],
            posts=[post("a", 0, 1), post("b", 1, 2), post("c", 2, 3), post("d", 3, 4, REFUSED)],
            deletions=[deletion("b", 4, 5)],
            reads=[read(1.5, "a"), read(3.2, "c", "b", "a"), read(6, "c", "a")],
            segments=[segment("chatt a", "chatt b", "chatt c", "delete b", started=-1)],
            clips=[Clip("a", "1", "1")],
        )))

    def test_acknowledged_posts_stay(self):
        self.check(
            promises.acknowledged_posts_stay,
            [
                history(final=["a"], posts=[post("a", 0, 1)]),
                history(posts=[post("a", 0, 1, UNKNOWN), post("b", 0, 1, REFUSED)]),
                history(posts=[post("a", 0, 1)], deletions=[deletion("a", 2, 3, UNKNOWN)]),
            ],
            [history(final=["b"], posts=[post("a", 0, 1)])],
        )

    def test_posts_are_stored_once(self):
        self.check(
            promises.posts_are_stored_once,
            [history(final=["a", "b"], reads=[read(0, "a"), read(1, "b", "a")])],
            [history(final=["a", "b", "a"]), history(reads=[read(0, "a", "a")])],
        )

    def test_refused_posts_are_not_stored(self):
        refused = [post("a", 0, 1, REFUSED)]
        self.check(
            promises.refused_posts_are_not_stored,
            [history(final=["b"], posts=refused + [post("b", 0, 1, UNKNOWN)])],
            [
                history(final=["a"], posts=refused),
                history(posts=refused, reads=[read(2, "a")]),
                history(posts=refused, segments=[segment("chatt a")]),
            ],
        )

    def test_reads_have_acknowledged_posts(self):
        posts = [post("a", 0, 1), post("b", 2, 3, client="bob")]
        self.check(
            promises.reads_have_acknowledged_posts,
            [
                history(posts=posts, reads=[read(2.5, "a"), read(4, "b", "a")]),
                history(posts=posts, reads=[read(4, "b")], deletions=[deletion("a", 3, 9)]),
                history(final=["b", "a"], posts=posts, reads=[read(4, "b", whole=False)]),
            ],
            [
                history(posts=posts, reads=[read(4, "a")]),
                history(posts=posts, reads=[read(4, "b")], deletions=[deletion("a", 5, 6)]),
                history(final=["b", "a"], posts=posts, reads=[read(4, "a", whole=False)]),
            ],
        )

    def test_reads_never_go_back(self):
        self.check(
            promises.reads_never_go_back,
            [
                history(reads=[read(0, "a"), read(1, "b", "a")]),
                history(reads=[read(0, "a"), read(1, client="bob")]),
                history(reads=[read(0, "a"), read(2)], deletions=[deletion("a", 1, 1.5, UNKNOWN)]),
            ],
            [history(reads=[read(0, "b", "a"), read(1, "a")])],
        )

    def test_deletions_last(self):
        gone = [deletion("a", 1, 2)]
        self.check(
            promises.deletions_last,
            [
                history(deletions=gone, reads=[read(1.5, "a"), read(3)]),
                history(final=["a"], deletions=[deletion("a", 1, 2, UNKNOWN)]),
            ],
            [history(final=["a"], deletions=gone), history(deletions=gone, reads=[read(3, "a")])],
        )

    def test_events_arrive_once(self):
        self.check(
            promises.events_arrive_once,
            [history(segments=[segment("chatt a", "delete a"), segment("chatt a")])],
            [
                history(segments=[segment("chatt a", "chatt b", "chatt a")]),
                history(segments=[segment("delete a", "delete a")]),
            ],
        )

    def test_events_are_in_order(self):
        posts = [post("a", 1, 2), post("b", 3, 4), post("c", 3.5, 4.5)]
        self.check(
            promises.events_are_in_order,
            [history(posts=posts, segments=[segment("chatt a", "chatt c", "chatt b")])],
            [history(posts=posts, segments=[segment("chatt c", "chatt a", "chatt b")])],
        )

    def test_no_event_is_missing(self):
        posts = [post("a", 1, 2), post("b", 3, 4)]
        gone = [deletion("a", 5, 6)]
        both = ("chatt a", "chatt b")
        self.check(
            promises.no_event_is_missing,
            [
                history(posts=posts, segments=[segment(*both)]),
                history(posts=posts, segments=[segment("chatt b", started=1.5)]),
                history(posts=posts, segments=[segment("chatt a", last=False)]),
                history(posts=posts, segments=[segment("chatt b")], deletions=gone),
                history(posts=posts, segments=[segment(*both, "delete a")], deletions=gone),
            ],
            [
                history(posts=posts, segments=[segment("chatt a")]),
                history(posts=posts, segments=[segment("chatt b", last=False)]),
                history(posts=posts, segments=[segment(*both)], deletions=gone),
            ],
        )

    def test_clips_are_identical(self):
        self.check(
            promises.clips_are_identical,
            [history(clips=[Clip("a", "1", "1")])],
            [history(clips=[Clip("a", "1", "2")])],
        )


if __name__ == "__main__":
    unittest.main()
