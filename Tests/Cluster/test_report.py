"""The table's times, and the files of deploy/cluster as the harness renders them."""

import pathlib
import tempfile
import unittest

from cluster import PASSWORDS
from history import REFUSED, STORED, History, Write
from rendering import PLACEHOLDER, SOURCE, render
from report import outage, table


def posts(*times, outcome=STORED):
    return [Write("ann", str(time), time - 1, time, outcome) for time in times]


class ReportTests(unittest.TestCase):
    def test_an_outage_is_the_longest_time_without_an_acknowledged_post(self):
        self.assertEqual(4, outage(posts(9, 11, 15, 16, 30), 10, 20))
        self.assertEqual(5, outage(posts(9, 15) + posts(12, outcome=REFUSED), 10, 20))
        self.assertEqual(10, outage(posts(9, 21), 10, 20))

    def test_the_table_has_each_fault_and_all(self):
        history = History()
        history.posts = posts(1, 2, 8, 9)
        lines = list(table([("kill", "etcd", 1, 3, 0), ("kill", "etcd", 3, 9, 2)], history))
        self.assertEqual(3, len(lines))
        self.assertEqual(["kill", "etcd", "2", "3.0", "5.0", "2"], lines[1].split())
        self.assertEqual(["all", "2", "3.0", "5.0", "2"], lines[2].split())


class RenderingTests(unittest.TestCase):
    def test_renders_the_values_and_refuses_a_path_that_is_not_there(self):
        values = {**PASSWORDS, "NODE_NAME": "db1", "NODE_ADDRESS": "::1", "DATABASE_HOST": "db"}
        with tempfile.TemporaryDirectory() as directory:
            target = pathlib.Path(directory) / "file"
            for file in SOURCE.iterdir():
                text = render(file.name, target, values).read_text()
                self.assertIsNone(PLACEHOLDER.search(text), file.name)
            with self.assertRaises(ValueError):
                render("etcd.conf", target, values, [("/nowhere", "/tmp")])


if __name__ == "__main__":
    unittest.main()
