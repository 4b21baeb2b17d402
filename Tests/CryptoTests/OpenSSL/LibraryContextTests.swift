import Foundation
import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct LibraryContextTests {
  @Test func hasOneContextPerThread() throws {
    func address(_ number: Int) throws -> Int {
      Int(bitPattern: unsafe try LibraryContext.ofThread(number).pointer)
    }
    let addresses = try (0..<3).map(address)
    #expect(addresses[0] == 0)
    #expect(Set(addresses).count == 3)
    #expect(try address(2) == addresses[2])
    #expect(try address(LibraryContext.countMax + 2) == addresses[2])
  }

  @Test func staysUsableUntilTheProcessHasEnded() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Called after what OpenSSL would register, since the first one is called last (atexit(3)).
      atexit { _exit(HMACSHA256.code(of: [1], with: [2]) == nil ? 1 : 7) }
      _ = SHA256.digest(of: [1])
      exit(0)
    }
  }

  @Test func usesTheDefaultContextWithConfiguredProviders() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let configuration = try directory.write(
        """
        openssl_conf = init
        [init]
        providers = providers
        [providers]
        default = active
        base = active
        [active]
        activate = 1
        """, to: "openssl.cnf")
      // OpenSSL reads it when it is first used, in the next line.
      unsafe setenv("OPENSSL_CONF", configuration, 1)
      let isOwn = unsafe try LibraryContext.ofThread(1).pointer != nil
      exit(isOwn ? 1 : 0)
    }
    await #expect(processExitsWith: .success) {
      let isOwn = unsafe try LibraryContext.ofThread(1).pointer != nil
      exit(isOwn ? 0 : 1)
    }
  }

  @Test(
    arguments: [
      (TLSVersion.tls13, TestKeys.p256, "TLS_AES_128_GCM_SHA256"),
      (.tls13, TestKeys.rsa, "TLS_CHACHA20_POLY1305_SHA256"),
      (.tls12, TestKeys.p256, "ECDHE-ECDSA-AES256-GCM-SHA384"),
      (.tls12, TestKeys.rsa, "ECDHE-RSA-CHACHA20-POLY1305"),
    ])
  func supportsKeysAndCiphers(version: TLSVersion, key: CertifiedKey, cipher: String) throws {
    var policy = TLSPolicy.only(version)
    if version == .tls13 { policy.cipherSuites = [cipher] } else { policy.ciphers = [cipher] }
    let client = try TestContexts.client(trusting: key, policy: policy)
    let server = try TestContexts.server(key, thread: 1)
    let pair = try EnginePair(server: server, client: client)
    try pair.settle()
    #expect(pair.server.cipher == cipher)
    let session = try #require(pair.client.session)
    pair.client.close()
    let later = try EnginePair(server: server, client: client, resuming: session)
    try later.settle()
    #expect(later.serverFacts?.isResumed == true)
  }
}
