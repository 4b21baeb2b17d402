import System
import TestSupport
import Testing

@testable import Crypto

/// The certificates that `make` generates, as `openssl x509` prints them.
struct CertificateRequestTests {
  /// Returns the line after the one that names an extension.
  private func value(of name: String, in lines: [String]) -> String? {
    lines.firstIndex { $0.hasPrefix(name) }.map { lines[$0 + 1] }
  }

  @Test(
    .needs(.programs),
    arguments: [
      (.p256, "NIST CURVE: P-256", "Digital Signature"),
      (.rsa(bits: 2048), "Public-Key: (2048 bit)", "Digital Signature, Key Encipherment"),
      (.rsa(bits: 3072), "Public-Key: (3072 bit)", "Digital Signature, Key Encipherment"),
    ] as [(CertificateKeyKind, String, String)])
  func makesCertificatesThatClientsAccept(
    _ key: CertificateKeyKind, _ described: String, _ usage: String
  ) async throws {
    var request = CertificateRequest(
      names: ["chatter.test", "*.chatter.test", "localhost"],
      addresses: ["192.0.2.7", "2001:db8::7", "::1"])
    request.key = key
    let certified = try request.make()
    let lines = try await certified.chain[0].lines()
    #expect(lines.contains("Version: 3 (0x2)"))
    #expect(lines.contains { $0.hasSuffix(described) })
    #expect(
      lines.filter { $0.hasPrefix("Signature Algorithm:") }.allSatisfy {
        $0.lowercased().contains("sha256")
      })
    #expect(lines.contains("Subject: O = chatterd, CN = chatter.test"))
    #expect(lines.contains("Issuer: O = chatterd, CN = chatterd CA for chatter.test"))
    #expect(lines.contains("X509v3 Basic Constraints: critical"))
    #expect(value(of: "X509v3 Basic Constraints", in: lines) == "CA:FALSE")
    #expect(lines.contains("X509v3 Key Usage: critical"))
    #expect(value(of: "X509v3 Key Usage", in: lines) == usage)
    #expect(
      value(of: "X509v3 Extended Key Usage", in: lines) == "TLS Web Server Authentication")
    #expect(
      value(of: "X509v3 Subject Alternative Name", in: lines)
        == "DNS:chatter.test, DNS:*.chatter.test, DNS:localhost, IP Address:192.0.2.7, "
        + "IP Address:2001:DB8:0:0:0:0:0:7, IP Address:0:0:0:0:0:0:0:1")
    let subjectID = try #require(value(of: "X509v3 Subject Key Identifier", in: lines))
    #expect(subjectID.count == 59)
    let authorityID = try #require(value(of: "X509v3 Authority Key Identifier", in: lines))
    #expect(authorityID.count == 59 && authorityID != subjectID)
    #expect(certified.chain.count == 2)
    #expect(certified.chain[1].permits(certified.chain[0]))
    #expect(certified.certificate.names == request.names)
    #expect(certified.certificate.addresses == request.addresses)
  }

  @Test(arguments: [1, 90, 825])
  func setsTheExactValidity(_ days: Int) throws {
    var request = CertificateRequest(names: ["localhost"])
    request.days = days
    let before = Int64(WallClock.secondsSince1970)
    let certificate = try request.make().certificate
    let after = Int64(WallClock.secondsSince1970)
    // RFC 5280 section 4.1.2.5 includes the last second.
    #expect(certificate.notAfter - certificate.notBefore + 1 == Int64(days) * 86_400)
    #expect((before - 3600...after - 3600).contains(certificate.notBefore))
  }

  @Test(.needs(.programs)) func makesRandomPositiveSerialNumbers() async throws {
    var seen: Set<String> = []
    for _ in 0..<5 {
      let certified = try CertificateRequest(names: ["localhost"]).make()
      let run = try await ProgramRun(
        "openssl", ["x509", "-noout", "-serial"], input: certified.chain[0].pemBytes())
      let digits = run.text.drop { $0 != "=" }.dropFirst()
      #expect(digits.count == 40)
      #expect("4567".contains(digits.first ?? "-"))
      seen.insert(String(digits))
    }
    #expect(seen.count == 5)
  }

  @Test func usesTheFirstNameAsCommonName() throws {
    #expect(
      try CertificateRequest(hosts: ["192.0.2.1", "a.test"]).make().certificate.subject
        == "CN=a.test,O=chatterd")
    // OpenSSL and GnuTLS would check it against the constraints on DNS names.
    #expect(try CertificateRequest(hosts: ["192.0.2.1"]).make().certificate.subject == "O=chatterd")
    let long = Array(repeating: "abcdefghi", count: 10).joined(separator: ".")
    #expect(try CertificateRequest(names: [long]).make().certificate.names == [long])
  }
}
