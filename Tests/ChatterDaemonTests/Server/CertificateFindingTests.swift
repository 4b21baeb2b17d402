import EventLoop
import TLS
import TestSupport
import Testing

@testable import ChatterDaemon

@Suite(.needs(.programs))
struct CertificateFindingTests {
  /// The certificate that openssl makes with these arguments, in a chain with itself.
  private func chain(_ arguments: String) async throws -> [Certificate] {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "a.crt")
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -nodes -keyout "$1.key" -out "$1" -subj /O=test -addext \
          basicConstraints=critical,CA:FALSE \(arguments)
        """, [path]
    ).checked()
    let certificate = try Certificate(contentsOf: path)
    return [certificate, certificate]
  }

  private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256"
  private static let names = "-addext subjectAltName=DNS:localhost"
  private static let usage = "-addext extendedKeyUsage=serverAuth"

  private func findings(_ arguments: String, days: Int = 0) async throws -> [String] {
    let now = Int64(WallClock.secondsSince1970) + Int64(days) * 86_400
    return CertificateFinding.all(of: try await chain(arguments), at: now).map(\.description)
  }

  @Test func areNoneForWhatChatterdMakes() throws {
    let none = CertifiedKeyFiles(certificate: "/nonexistent/ca.crt", privateKey: "/nonexistent/k")
    for kind in [CertificateKeyKind.p256, .rsa(bits: 2048)] {
      var request = CertificateRequest(names: ["localhost"], addresses: ["192.0.2.7"])
      request.key = kind
      let issued = try IssuedKey(request, reusing: none)
      let chain = [issued.server.certificate, issued.authority.certificate]
      #expect(CertificateFinding.all(of: chain, at: Int64(WallClock.secondsSince1970)).isEmpty)
    }
  }

  @Test(arguments: [
    ("\(key) \(names) \(usage) -days 30", 31, "All clients refuse it: it has expired"),
    ("\(key) \(names) \(usage) -days 30", -2, "All clients refuse it: it is not valid yet"),
    ("\(key) \(names) \(usage) -days 900", 0, "valid for more than 825 days"),
    ("\(key) \(usage) -days 30", 0, "All clients refuse it: it has no subject alternative names"),
    ("-newkey rsa:1024 \(names) \(usage) -days 30", 0, "its RSA key has only 1024 bits"),
    ("-newkey ed25519 \(names) \(usage) -days 30", 0, "Browsers and phones refuse it: its key is"),
    ("\(key) -sha1 \(names) \(usage) -days 30", 0, "its signature is weaker than SHA-256"),
    ("\(key) \(names) -days 30", 0, "iPhones, iPads and Macs refuse it: it has no extended key"),
    ("\(key) \(names) -addext extendedKeyUsage=clientAuth -days 30", 0, "not for TLS servers"),
  ])
  func nameTheFault(arguments: String, days: Int, text: String) async throws {
    let found = try await findings(arguments, days: days)
    #expect(found.contains { $0.contains(text) }, "\(found)")
  }
}
