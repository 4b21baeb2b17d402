"""The renewal of a certificate that chatterd has made, while clients connect."""

import ssl
import time
import unittest

from server import Clients, Server, handshake, openssl, public_key

DAY = 86_400
CONFIGURATION = """
[ca]
default_ca = own
[own]
database = {directory}/index
rand_serial = yes
new_certs_dir = {directory}
default_md = sha256
policy = any
[any]
organizationName = optional
[ext]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost,IP:127.0.0.1
[req]
distinguished_name = dn
prompt = no
[dn]
O = chatterd
"""


class RenewalTests(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.directory = self.server.directory
        self.authority = self.directory / "chatterd-ca.crt"
        self.trust = ssl.create_default_context(cafile=self.authority)
        self.pin = public_key(handshake(self.trust, "localhost"))

    def expire(self, days):
        """Replaces the certificate with one of the same authority and key that ends in some days."""
        configuration = self.directory / "openssl.conf"
        configuration.write_text(CONFIGURATION.format(directory=self.directory))
        (self.directory / "index").write_text("")
        request, result = self.directory / "request.csr", self.directory / "next.crt"
        openssl("req", "-new", "-config", configuration, "-key", self.server.private_key, "-out", request)
        start, end = (time.strftime("%Y%m%d%H%M%SZ", time.gmtime(time.time() + offset))
                      for offset in ((days - 100) * DAY, days * DAY))
        openssl("ca", "-batch", "-notext", "-config", configuration, "-extensions", "ext",
                "-cert", self.authority, "-keyfile", self.directory / "chatterd-ca.key", "-startdate", start,
                "-enddate", end, "-in", request, "-out", result)
        result.write_text(result.read_text() + self.authority.read_text())
        result.rename(self.server.certificate)

    def days_left(self):
        text = openssl("x509", "-inform", "DER", "-noout", "-enddate", data=handshake(self.trust, "127.0.0.1"))
        return (ssl.cert_time_to_seconds(text.strip().removeprefix("notAfter=")) - time.time()) / DAY

    def test_renews_an_expiring_certificate_and_fails_no_handshake(self):
        clients = Clients()
        self.addCleanup(clients.stop)
        for days in (20, -5):
            self.expire(days)
            self.server.signal_reload()
            self.server.wait_for("renewed the certificate, and kept its key")
            self.server.wait_for("certificate reloaded")
            self.assertAlmostEqual(self.days_left(), 100, delta=1)
        clients.stop()
        self.assertEqual(clients.errors, [])
        self.assertEqual({public_key(der) for der in clients.counts}, {self.pin})
        self.assertEqual(public_key(openssl("x509", "-in", self.server.certificate, "-outform", "DER",
                                            binary=True)), self.pin)

    def test_says_what_to_do_without_the_key_of_the_authority(self):
        self.expire(20)
        key, elsewhere = self.directory / "chatterd-ca.key", self.directory / "elsewhere.key"
        key.rename(elsewhere)
        self.server.signal_reload()
        line = self.server.wait_for("cannot renew the certificate: trying again in a day")
        self.assertIn(f"put the key of {self.authority} back", line)
        self.assertAlmostEqual(self.days_left(), 20, delta=1)
        elsewhere.rename(key)
        self.server.signal_reload()
        self.server.wait_for("renewed the certificate, and kept its key")


if __name__ == "__main__":
    unittest.main()
