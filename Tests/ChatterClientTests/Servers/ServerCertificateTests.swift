import Testing

@testable import ChatterClient

struct ServerCertificateTests {
  /// Lines of libcurl; the certificate is the bytes 1, 2, 3.
  private let lines = [
    "Subject:O = chatterd, CN = localhost",
    "X509v3 Subject Alternative Name:DNS:localhost, IP Address:127.0.0.1, email:a@b",
    "Expire date:Dec 23 07:13:46 2026 GMT",
    "Cert:-----BEGIN CERTIFICATE-----\nAQ\nID\n-----END CERTIFICATE-----\n",
  ]

  @Test func readsTheLinesOfLibcurl() {
    let certificate = ServerCertificate(lines: lines) { $0 + [0xAB] }
    #expect(certificate?.names == ["localhost", "127.0.0.1", "email:a@b"])
    #expect(certificate?.expiry == "Dec 23 07:13:46 2026 GMT")
    #expect(certificate?.fingerprintText == "01:02:03:AB")
    #expect(
      certificate?.pem == "-----BEGIN CERTIFICATE-----\nAQ\nID\n-----END CERTIFICATE-----\n")
  }

  @Test(
    arguments: [
      ("FD00:0:0:0:0:0:0:2", "fd00::2"), ("0:0:0:0:0:0:0:1", "::1"),
      ("FE80:0:0:0:0:0:0:0", "fe80::"),
      ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:DB8:0:1:0:0:0:1", "2001:db8:0:1::1"),
      ("2001:DB8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("192.0.2.7", "192.0.2.7"),
    ])
  func writesAddressesAsPeopleDo(curl: String, text: String) {
    let line = "X509v3 Subject Alternative Name:DNS:localhost, IP Address:\(curl)"
    let certificate = ServerCertificate(lines: [line, lines[3]]) { $0 }
    #expect(certificate?.names == ["localhost", text])
  }

  @Test(
    arguments: [
      "", "Cert:", "Cert:AQID", "Cert:-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
    ])
  func requiresACertificate(line: String) {
    #expect(ServerCertificate(lines: lines.dropLast() + [line]) { $0 } == nil)
  }

  @Test func hasNoNamesWithoutTheirField() {
    let certificate = ServerCertificate(lines: [lines[3]]) { $0 }
    #expect(certificate?.names == [] && certificate?.expiry == "")
    #expect(ServerCertificate(lines: lines) { _ in nil } == nil)
  }

  @Test func readsFingerprintsWithAndWithoutColons() {
    let bytes = [UInt8](repeating: 0xAB, count: 32)
    #expect(ServerCertificate.fingerprint(String(repeating: "aB", count: 32)) == bytes)
    #expect(
      ServerCertificate.fingerprint(
        Array(repeating: "AB", count: 32).joined(separator: ":")) == bytes)
    for text in ["", "AB", String(repeating: "g", count: 64), String(repeating: "a", count: 65)] {
      #expect(ServerCertificate.fingerprint(text) == nil)
    }
  }
}
