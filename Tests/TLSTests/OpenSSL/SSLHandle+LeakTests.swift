import CLinux
import Foundation
import TLS
import TestSupport
import Testing

@testable import Crypto

/// Every handle is created and freed many times, with and without errors; memory must not grow.
///
/// Each test measures in its own process, where no other test allocates. A leak of one handle per
/// round shows: the smallest handle, a session or a key, is larger than a kilobyte.
@Suite(.needs(.time)) struct HandleLeakTests {
  static let batches = 4
  static let rounds = 150
  static let growthBytesMax = 80_000

  @Test func freesContextsEnginesAndSessions() async {
    await #expect(processExitsWith: .success) {
      let grown = try HandleLeakTests.growth {
        let server = try TestContexts.server(protocols: ["http/1.1"], thread: 1)
        let client = try TestContexts.client(protocols: ["http/1.1"])
        let pair = try EnginePair(server: server, client: client)
        try pair.settle()
        try pair.client.write(patternBytes(1000)[...])
        try pair.settle()
        let session = pair.client.session
        pair.client.close()
        let resumed = try EnginePair(server: server, client: client, resuming: session)
        try resumed.settle()
        _ = try EnginePair(server: server, client: client, host: "other.test").failures()
        let broken = try EnginePair(server: server, client: client)
        broken.server.receive(patternBytes(100))
        _ = broken.failures()
      }
      exit(HandleLeakTests.isTolerable(grown) ? 0 : 1)
    }
  }

  @Test func freesCertificatesAndKeys() async {
    await #expect(processExitsWith: .success) {
      let other = TestKeys.made(.p256)
      let grown = try HandleLeakTests.growth {
        let made = try CertificateRequest(names: ["a.test"], addresses: ["::1"]).make()
        _ = made.chain[1].permits(made.chain[0])
        let text = try made.chain[0].pemBytes()
        let read = try CertifiedKey(certificatePEM: text + text, privateKeyPEM: made.key.pem())
        _ = read.certificate
        _ = try? CertifiedKey(certificatePEM: text, privateKeyPEM: other.key.pem())
        _ = try? CertifiedKey(
          certificatePEM: Array(text.dropLast(30)), privateKeyPEM: made.key.pem())
        _ = try? CertifiedKey(certificatePEM: text, privateKeyPEM: text)
      }
      exit(HandleLeakTests.isTolerable(grown) ? 0 : 1)
    }
  }

  /// Returns the smallest growth of what is allocated over a batch of rounds, in bytes. Caches fill
  /// in some batches; a leak shows in every batch.
  static func growth(_ round: () throws -> Void) throws -> Int {
    var least = Int.max
    for _ in 0..<batches {
      let before = allocatedBytes
      for _ in 0..<rounds { try round() }
      least = min(least, allocatedBytes - before)
    }
    return least
  }

  /// Under the address sanitizer, its own leak check at the end of the process decides.
  static func isTolerable(_ grown: Int) -> Bool {
    Sanitizer.isOn || grown < growthBytesMax
  }

  /// The bytes that malloc(3) has handed out (mallinfo2(3)).
  private static var allocatedBytes: Int {
    let information = mallinfo2()
    return Int(information.uordblks) + Int(information.hblkhd)
  }
}
