import TestSupport
import Testing

@testable import Crypto

struct CertificateTests {
  @Test(.needs(.programs)) func agreesWithOpenSSL() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(TestKeys.rsa.chain[0].pemBytes(), to: "own.crt")
    let certificate = try Certificate.first(inFile: path)
    let run = try await ProgramRun(
      shell: """
        openssl x509 -in "$1" -noout -fingerprint -sha256 | cut -d= -f2
        date -u -d "$(openssl x509 -in "$1" -noout -startdate | cut -d= -f2)" +%s
        date -u -d "$(openssl x509 -in "$1" -noout -enddate | cut -d= -f2)" +%s
        """, [path]
    ).checked()
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(certificate.fingerprintText == lines[0])
    #expect("\(certificate.notBefore)" == lines[1])
    #expect("\(certificate.notAfter)" == lines[2])
    #expect(certificate.subject == "CN=chatter.test,O=chatterd")
    #expect(certificate.names == ["chatter.test", "localhost"])
    #expect(certificate.addresses == ["127.0.0.1", "::1"])
    #expect(!certificate.isSelfSigned)
  }

  @Test func readsAllCertificatesOfAFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(TestKeys.p256.chainPEM(), to: "own.crt")
    let all = try Certificate.all(inFile: path)
    #expect(all.count == 2)
    #expect(all[0] == TestKeys.p256.certificate)
    #expect(all[1].isSelfSigned)
    #expect(all[0].issuer == all[1].subject && all[1].issuer == all[1].subject)
    #expect(all.map(\.hasNameConstraints) == [false, true])
    #expect(try Certificate.first(inFile: path) == all[0])
  }

  @Test func countsWholeDaysLeft() throws {
    let certificate = try TestKeys.p256(validFrom: -100, to: 10 * 86_400).certificate
    let end = certificate.notAfter
    #expect(certificate.daysLeft(at: end) == 0)
    #expect(certificate.daysLeft(at: end - 86_400) == 1)
    #expect(certificate.daysLeft(at: end - 86_399) == 0)
    #expect(certificate.daysLeft(at: end + 1) == -1)
    #expect(certificate.daysLeft(at: end + 86_401) == -2)
    #expect(certificate.daysLeft(at: .min) > 0)
    #expect(certificate.daysLeft(at: .max) < 0)
  }

  @Test(.needs(.programs)) func readsCertificatesFromOtherTools() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "ed.crt")
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -newkey ed25519 -nodes -keyout /dev/null -out "$1" -days 30 \
          -subj $'/CN=a\\nb, "c"'
        """, [path]
    ).checked()
    let certificate = try Certificate.first(inFile: path)
    #expect(certificate.names.isEmpty && certificate.addresses.isEmpty)
    #expect(!certificate.subject.contains("\n"))
  }
}
