"""deploy/chatterd-acme with a running chatterd, and an authority that validates over the network."""

import http.server
import ipaddress
import os
import pathlib
import re
import ssl
import subprocess
import tempfile
import unittest

from authority import Authority
from server import REPOSITORY, SOON, Clients, Server, handshake, openssl, public_key

PROGRAM = REPOSITORY / "deploy/chatterd-acme"


class AcmeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.authority = Authority()
        cls.addClassCleanup(cls.authority.stop)
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.state = pathlib.Path(tempfile.mkdtemp(dir=self.server.directory))
        self.configuration = self.server.directory / "acme.conf"
        self.changed = self.server.directory / "changed"
        anything = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
        self.anything = anything

    @property
    def trust(self):
        """What a client trusts that has the authority's current root."""
        return ssl.create_default_context(cadata=self.authority.root.decode())

    def configure(self, *lines, hosts=("chat.example.test",)):
        defaults = [f"directory = {Authority.url}/dir", "accept-terms = yes",
                    f"certificate = {self.server.certificate}", f"private-key = {self.server.private_key}",
                    f"state = {self.state}"]
        self.configuration.write_text(
            "\n".join(["# The hosts", *defaults, *(f"host = {host}" for host in hosts), *lines, ""]))

    def run_once(self, status=0):
        """Runs the program, reloads chatterd if the certificate has changed, and returns the error texts."""
        if self.changed.exists():
            self.changed.unlink()
        run = subprocess.run([PROGRAM, "--config", self.configuration, "--changed", self.changed],
                             capture_output=True, text=True, timeout=SOON, cwd="/",
                             env={name: os.environ[name] for name in ("PATH", "SSL_CERT_FILE")})
        self.assertEqual(run.returncode, status, run.stderr)
        if self.changed.exists():
            self.server.reload()
        return run.stderr

    def served(self):
        return handshake(self.anything, "localhost")

    def test_orders_and_renews_for_names_and_addresses_with_the_same_key(self):
        pin = public_key(self.served())
        clients = Clients()
        self.addCleanup(clients.stop)
        hosts = ("chat.example.test", "localhost", "127.0.0.1", "::1")
        self.configure(hosts=hosts)
        self.assertIn("replaced", self.run_once())
        first = self.served()
        for host in ("chat.example.test", "localhost", "127.0.0.1"):
            self.assertEqual(handshake(self.trust, host), first)
        text = openssl("x509", "-inform", "DER", "-noout", "-ext", "subjectAltName", data=first)
        found = {str(ipaddress.ip_address(each)) for each in re.findall("IP Address:([^,\\s]+)", text)}
        self.assertEqual(found, {"127.0.0.1", "::1"})
        self.assertEqual(public_key(first), pin)
        self.assertEqual(self.server.certificate.stat().st_mode & 0o777, 0o644)

        self.assertIn("the certificate is current", self.run_once())
        self.assertFalse(self.changed.exists())

        # In the last third of its life: one of a day that ends in less than a day.
        last, = self.state.glob("order-*-cert.pem")
        last.unlink()
        openssl("req", "-x509", "-days", "1", "-key", self.server.private_key, "-subj", "/CN=old", "-out", last)
        self.assertIn("replaced", self.run_once())
        second = self.served()
        self.assertNotEqual(second, first)
        self.assertEqual(handshake(self.trust, "127.0.0.1"), second)
        self.assertEqual(public_key(second), pin)

        clients.stop()
        self.assertEqual(clients.errors, [])
        self.assertEqual({public_key(der) for der in clients.counts}, {pin})
        self.assertIn(first, clients.counts)

    def test_orders_with_the_challenge_that_chatterd_responds_to(self):
        clients = Clients()
        self.addCleanup(clients.stop)
        self.configure("challenge = tls-alpn-01", f"state = {self.server.directory / 'acme'}",
                       hosts=("chat.example.test", "127.0.0.1"))
        with http.server.HTTPServer(("127.0.0.1", 80), http.server.BaseHTTPRequestHandler):
            self.run_once()
        for host in ("chat.example.test", "127.0.0.1"):
            handshake(self.trust, host)
        self.assertEqual(list((self.server.directory / "acme/tls").iterdir()), [], "no challenge remains")
        clients.stop()
        self.assertEqual(clients.errors, [])
        self.assertLessEqual(len(clients.counts), 2, "clients never see the certificate of a challenge")

    def test_orders_again_for_other_hosts_and_another_key(self):
        self.configure()
        self.run_once()
        self.configure(hosts=("chat.example.test", "127.0.0.1"))
        self.assertIn("replaced", self.run_once())
        handshake(self.trust, "127.0.0.1")
        pin = public_key(self.served())
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                self.server.private_key)
        self.assertIn("replaced", self.run_once())
        self.assertNotEqual(public_key(handshake(self.trust, "127.0.0.1")), pin)

    def test_keeps_the_certificate_when_a_challenge_fails(self):
        before = self.server.certificate.read_bytes()
        self.configure(hosts=("chat.example.test", "away.example.test"))
        self.assertIn("the certificate is unchanged", self.run_once(status=1))
        self.assertEqual(self.server.certificate.read_bytes(), before)
        self.assertFalse(self.changed.exists())
        self.assertEqual(list((self.state / "http").iterdir()), [])
        self.configure()
        self.run_once()
        handshake(self.trust, "chat.example.test")

    def test_keeps_the_certificate_while_the_authority_is_away(self):
        self.configure()
        self.run_once()
        before = self.server.certificate.read_bytes()
        self.configure(hosts=("chat.example.test", "localhost"))
        self.authority.stop_issuing()
        self.assertIn("the certificate is unchanged", self.run_once(status=1))
        self.assertEqual(self.server.certificate.read_bytes(), before)
        handshake(self.trust, "chat.example.test")
        # It comes back, and has forgotten the account.
        self.authority.start_issuing()
        self.run_once()
        self.assertNotEqual(self.server.certificate.read_bytes(), before)

    def test_names_the_cure_when_port_80_is_taken(self):
        self.configure()
        with http.server.HTTPServer(("127.0.0.1", 80), http.server.BaseHTTPRequestHandler):
            self.assertIn("cannot listen on port 80", self.run_once(status=1))

    def test_explains_a_wrong_configuration(self):
        for lines, hosts, text in [
                ([], (), "has no host"), (["accept-terms = no"], ("a.test",), "set accept-terms = yes"),
                (["color = red"], ("a.test",), "expected key = value"), (["host ="], (), "expected key = value"),
                (["challenge = dns-01"], ("a.test",), "challenge is http-01 or tls-alpn-01"),
                (["directory = http://a.test/"], ("a.test",), "directory is an https URL"),
                ([], ("*.example.test",), "is not a name"), ([], ("a.test, b.test",), "is not a name"),
                (["private-key = /nonexistent"], ("a.test",), "does not exist: start chatterd")]:
            self.configure(*lines, hosts=hosts)
            self.assertIn(text, self.run_once(status=78))
        self.configuration.unlink()
        self.assertIn("cannot read", self.run_once(status=78))


if __name__ == "__main__":
    unittest.main()
