"""The parts of deploy/chatterd-acme that need no server."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

from server import REPOSITORY

loader = importlib.machinery.SourceFileLoader("chatterd_acme", str(REPOSITORY / "deploy/chatterd-acme"))
program = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(program)

DAY = 86_400


class ScheduleTests(unittest.TestCase):
    def test_renews_in_the_last_third_without_a_suggestion(self):
        self.assertEqual(program.renewal_time(0, 90 * DAY, None, b"\1"), 60 * DAY)
        self.assertEqual(program.renewal_time(0, 6 * DAY, None, b"\1"), 4 * DAY)

    def test_renews_within_the_suggested_window_at_a_time_of_the_certificate(self):
        window = (10 * DAY, 12 * DAY)
        times = [program.renewal_time(0, 90 * DAY, window, bytes([serial])) for serial in range(100)]
        self.assertEqual(times[7], program.renewal_time(0, 90 * DAY, window, bytes([7])))
        self.assertTrue(all(window[0] <= time < window[1] for time in times))
        self.assertLess(min(times), 10.2 * DAY)
        self.assertGreater(max(times), 11.8 * DAY)

    def test_names_a_certificate_as_in_the_example_of_rfc_9773(self):
        certificate = object.__new__(program.Certificate)
        certificate.issuer_key = bytes.fromhex("69885B6B87464041E1B37B847BA0AE2CDE01C8D4")
        certificate.serial = bytes.fromhex("87654321")
        self.assertEqual(certificate.renewal_path, "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE")

    def test_writes_hosts_in_one_form(self):
        for text, form in [("Chat.Example.ORG", "chat.example.org"), ("192.0.2.7", "192.0.2.7"),
                           ("2001:DB8:0::1", "2001:db8::1"), ("xn--e1aybc.test", "xn--e1aybc.test")]:
            self.assertEqual(program.host(text), form)
        for text in ("", ".", "a..b", "-a.test", "*.a.test", "a b", "a/b", "a=b", "ä.test", "a,DNS:b", "a\nb",
                     "x" * 64, ".".join(["abcdefg"] * 40)):
            with self.assertRaises(program.Failure, msg=text):
                program.host(text)

    def test_names_the_server_as_an_authority_does(self):
        self.assertEqual(program.server_name("chat.example.org"), "chat.example.org")
        self.assertEqual(program.server_name("192.0.2.7"), "7.2.0.192.in-addr.arpa")
        self.assertTrue(program.server_name("2001:db8::1").endswith(".8.b.d.0.1.0.0.2.ip6.arpa"))

    def test_replaces_a_file_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "chatterd.crt"
            program.write(path, b"one", 0o644)
            program.write(path, b"two", 0o600)
            self.assertEqual((path.read_bytes(), path.stat().st_mode & 0o777), (b"two", 0o600))
            with self.assertRaises(program.Failure):
                program.write(pathlib.Path(directory) / "missing/chatterd.crt", b"", 0o644)
            self.assertEqual(list(pathlib.Path(directory).iterdir()), [path])


if __name__ == "__main__":
    unittest.main()
