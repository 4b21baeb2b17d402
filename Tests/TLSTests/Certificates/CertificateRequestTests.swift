import TestSupport
import Testing

@testable import TLS

/// The certificates that `make` generates, as `openssl x509` prints them.
struct CertificateRequestTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let key: CertificateKeyKind
    let text: String
    let usage: String
    var testDescription: String { text }
  }

  static let kinds = [
    Kind(key: .p256, text: "NIST CURVE: P-256", usage: "Digital Signature"),
    Kind(
      key: .rsa(bits: 2048), text: "Public-Key: (2048 bit)",
      usage: "Digital Signature, Key Encipherment"),
    Kind(
      key: .rsa(bits: 3072), text: "Public-Key: (3072 bit)",
      usage: "Digital Signature, Key Encipherment"),
  ]

  private func made(_ request: CertificateRequest) async throws
    -> (certified: CertifiedKey, text: String, lines: [String])
  {
    let certified = try request.make()
    let run = try await ProgramRun(
      "openssl", ["x509", "-noout", "-text"], input: certified.chain[0].pem()
    ).checked()
    let lines = run.text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return (certified, run.text, lines)
  }

  /// Returns the line after the one that names an extension.
  private func value(of name: String, in lines: [String]) -> String? {
    lines.firstIndex { $0.hasPrefix(name) }.map { lines[$0 + 1] }
  }

  @Test(.needs(.programs), arguments: kinds)
  func makesCertificatesThatClientsAccept(_ kind: Kind) async throws {
    var request = CertificateRequest(
      names: ["chatter.test", "*.chatter.test", "localhost"],
      addresses: ["192.0.2.7", "2001:db8::7", "::1"])
    request.key = kind.key
    let (certified, text, lines) = try await made(request)
    #expect(text.contains("Version: 3 (0x2)"))
    #expect(text.contains(kind.text))
    #expect(
      lines.filter { $0.hasPrefix("Signature Algorithm:") }.allSatisfy {
        $0.lowercased().contains("sha256")
      })
    #expect(lines.contains("Subject: O = chatterd, CN = chatter.test"))
    #expect(lines.contains("Issuer: O = chatterd, CN = chatterd CA for chatter.test"))
    #expect(lines.contains("X509v3 Basic Constraints: critical"))
    #expect(value(of: "X509v3 Basic Constraints", in: lines) == "CA:FALSE")
    #expect(lines.contains("X509v3 Key Usage: critical"))
    #expect(value(of: "X509v3 Key Usage", in: lines) == kind.usage)
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
    let before = UnixTime.secondsSince1970
    let certificate = try request.make().certificate
    let after = UnixTime.secondsSince1970
    // RFC 5280 section 4.1.2.5 includes the last second.
    #expect(certificate.notAfter - certificate.notBefore + 1 == Int64(days) * 86_400)
    #expect((before - 3600...after - 3600).contains(certificate.notBefore))
  }

  @Test(.needs(.programs)) func passesOpenSSLVerifyForItsHostsOnly() async throws {
    let directory = try TemporaryDirectory()
    let certified = try CertificateRequest(
      hosts: ["a.test", "192.0.2.1", "2001:db8::1"]
    ).make()
    try directory.write(certified.chainPEM(), to: "own.crt")
    // The file has both certificates, and openssl verifies the first.
    let script = """
      openssl verify -x509_strict -purpose sslserver -CAfile "$1" "$2" "$3" "$1"
      """
    for (option, host, status) in [
      ("-verify_hostname", "a.test", 0), ("-verify_ip", "192.0.2.1", 0),
      ("-verify_ip", "2001:db8::1", 0), ("-verify_hostname", "b.test", 2),
      ("-verify_ip", "192.0.2.2", 2),
    ] {
      let run = try await ProgramRun(
        shell: script, [directory.path(of: "own.crt"), option, host])
      #expect(run.status == status, "\(host): \(run.text) \(run.errors)")
    }
  }

  @Test(.needs(.programs)) func makesRandomPositiveSerialNumbers() async throws {
    var seen: Set<String> = []
    for _ in 0..<5 {
      let certified = try CertificateRequest(names: ["localhost"]).make()
      let run = try await ProgramRun(
        "openssl", ["x509", "-noout", "-serial"], input: certified.chain[0].pem())
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
    var request = CertificateRequest(names: ["a.test"])
    request.organization = "EECS"
    #expect(try request.make().certificate.subject == "CN=a.test,O=EECS")
    let long = Array(repeating: "abcdefghi", count: 10).joined(separator: ".")
    #expect(try CertificateRequest(names: [long]).make().certificate.names == [long])
  }
}
