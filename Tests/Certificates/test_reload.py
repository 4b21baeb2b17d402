"""Reloading the certificate while clients connect."""

import os
import shutil
import ssl
import subprocess
import unittest

from server import PROGRAM, Clients, Server

RELOADS = 1000


def der(path):
    return ssl.PEM_cert_to_DER_cert(path.read_text().split("-----END CERTIFICATE-----")[0]
                                    + "-----END CERTIFICATE-----\n")


class ReloadTests(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.pairs = []
        for name in ("even", "odd"):
            directory = self.server.directory / name
            subprocess.run([PROGRAM, "cert", "--out", directory, "--name", "localhost"], check=True,
                           stdout=subprocess.DEVNULL)
            self.pairs.append(directory)

    def install(self, directory, names=("chatterd.key", "chatterd.crt")):
        for name in names:
            shutil.copy(directory / name, self.server.directory / "next")
            os.rename(self.server.directory / "next", self.server.directory / name)

    def test_a_thousand_reloads_under_load_fail_no_handshake(self):
        self.install(self.pairs[0])
        self.server.reload()
        clients = Clients()
        try:
            for number in range(RELOADS):
                self.install(self.pairs[number % 2])
                self.server.reload()
        finally:
            clients.stop()
        self.assertEqual(clients.errors, [])
        known = [der(pair / "chatterd.crt") for pair in self.pairs]
        self.assertEqual(set(clients.counts), set(known), "each certificate is served, and no other one")
        self.assertGreater(clients.count, RELOADS / 10)

    def test_a_reload_between_the_two_renames_keeps_the_old_pair(self):
        self.install(self.pairs[0])
        self.server.reload()
        clients = Clients(count=2)
        try:
            for _ in range(20):
                self.install(self.pairs[1], ["chatterd.key"])
                self.server.signal_reload()
                line = self.server.wait_for("certificate reload failed, keeping the current one")
                self.assertIn("does not match", line)
                self.install(self.pairs[0], ["chatterd.key"])
                self.server.reload()
        finally:
            clients.stop()
        self.assertEqual(clients.errors, [])
        self.assertEqual(set(clients.counts), {der(self.pairs[0] / "chatterd.crt")})
        self.install(self.pairs[1])
        self.server.reload()


if __name__ == "__main__":
    unittest.main()
