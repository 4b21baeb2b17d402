import System
import TestSupport
import Testing

@testable import Crypto

struct CertificateAuthorityTests {
  @Test(.needs(.programs)) func hasTheExtensionsOfAConstrainedAuthority() async throws {
    let authority = try CertificateAuthority(
      for: CertificateRequest(names: ["*.a.test"], addresses: ["192.0.2.7"]))
    let lines = try await authority.certified.chain[0].lines()
    let extensions = try #require(lines.firstIndex(of: "X509v3 extensions:"))
    #expect(
      lines[(extensions + 1)...].prefix(12) == [
        "X509v3 Basic Constraints: critical", "CA:TRUE, pathlen:0",
        "X509v3 Key Usage: critical", "Certificate Sign",
        "X509v3 Name Constraints: critical", "Permitted:", "DNS:a.test",
        "IP:192.0.2.7/255.255.255.255", "Excluded:", "IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0",
        "X509v3 Subject Key Identifier:", lines[extensions + 12],
      ])
    #expect(lines[extensions + 12].count == 59)
    #expect(lines.contains("Subject: O = chatterd, CN = chatterd CA for *.a.test"))
    #expect(authority.certificate.isSelfSigned)
  }

  @Test(.needs(.programs)) func excludesNamesFromAnAuthorityForAddresses() async throws {
    let authority = try CertificateAuthority(for: CertificateRequest(hosts: ["::1"]))
    let lines = try await authority.certified.chain[0].lines()
    let start = try #require(lines.firstIndex(of: "Excluded:"))
    #expect(lines[(start + 1)...].prefix(2) == ["DNS:", "IP:0.0.0.0/0.0.0.0"])
  }

  @Test func isValidForTenYearsWhateverTheDays() throws {
    var request = CertificateRequest(names: ["a.test"])
    request.days = 1
    let authority = try CertificateAuthority(for: request)
    let certificate = authority.certificate
    #expect(certificate.notAfter - certificate.notBefore + 1 == 3650 * 86_400)
    #expect(try authority.permits(authority.issue(request)))
  }

  @Test func hasANameOfItsOwn() throws {
    let request = CertificateRequest(hosts: ["192.0.2.1"])
    #expect(
      try CertificateAuthority(for: request).certificate.subject
        == "CN=chatterd CA for 192.0.2.1,O=chatterd")
    let long = Array(repeating: "abcdefghi", count: 10).joined(separator: ".")
    #expect(throws: Never.self) { try CertificateAuthority(for: CertificateRequest(names: [long])) }
  }

  @Test(
    arguments: [
      (["a.test"], ["a.test", "b.a.test", "*.a.test"], ["b.test", "xa.test", "192.0.2.1", "::1"]),
      (["*.a.test"], ["*.a.test", "a.test"], ["test", "*.test"]),
      (["192.0.2.1"], ["192.0.2.1"], ["192.0.2.2", "::1", "a.test", "localhost"]),
      (["::1"], ["::1"], ["::2", "192.0.2.1", "a.test"]),
      (["a.test", "::1"], ["a.test", "::1"], ["192.0.2.1", "b.test", "::2"]),
    ])
  func permitsOnlyItsHosts(_ hosts: [String], _ permitted: [String], _ refused: [String]) throws {
    let authority = try CertificateAuthority(for: CertificateRequest(hosts: hosts))
    for host in permitted {
      #expect(try authority.permits(authority.issue(CertificateRequest(hosts: [host]))), "\(host)")
    }
    for host in refused {
      let request = CertificateRequest(hosts: [hosts[0], host])
      #expect(try !authority.permits(authority.issue(request)), "\(host)")
    }
  }

  /// `permits` agrees with the library that verifies certificates.
  @Test(.needs(.programs), arguments: [(["a.test"], 0), (["b.test"], 2), (["192.0.2.1"], 2)])
  func isEnforcedByOpenSSL(_ hosts: [String], _ status: Int) async throws {
    let authority = try CertificateAuthority(for: CertificateRequest(hosts: ["a.test"]))
    let issued = try authority.issue(CertificateRequest(hosts: hosts))
    let directory = try TemporaryDirectory()
    let trusted = try directory.write(authority.certified.chainPEM(), to: "ca.crt")
    let own = try directory.write(issued.chain[0].pemBytes(), to: "own.crt")
    let run = try await ProgramRun(
      "openssl", ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", trusted, own])
    #expect(run.status == status, "\(run.text) \(run.errors)")
    #expect(authority.permits(issued) == (status == 0))
  }

  @Test func doesNotPermitCertificatesOfOthers() throws {
    let request = CertificateRequest(hosts: ["a.test"])
    let authority = try CertificateAuthority(for: request)
    #expect(try !authority.permits(CertificateAuthority(for: request).issue(request)))
    // A server certificate may not sign.
    let issued = try authority.issue(request)
    #expect(!issued.chain[0].permits(issued.chain[0]))
  }

  @Test func doesNotPermitCertificatesThatOutliveIt() throws {
    let key = try PrivateKeyHandle.generate(.p256)
    let now = WallClock.secondsSince1970
    let contents = Certificate.Contents(
      organization: "test", commonName: "old", notBefore: now - 10, notAfter: now + 40 * 86_400,
      extensions: [
        .init(name: "basicConstraints", value: "critical,CA:TRUE"),
        .init(name: "subjectKeyIdentifier", value: "hash"),
      ])
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory, named: "ca")
    try CertifiedKey(
      new: Certificate.signed(contents, for: key), signedBy: [], key: key
    ).write(to: files)
    let authority = try CertificateAuthority(files)
    var request = CertificateRequest(names: ["a.test"])
    request.days = 30
    #expect(try authority.permits(authority.issue(request)))
    request.days = 50
    #expect(try !authority.permits(authority.issue(request)))
  }
}
