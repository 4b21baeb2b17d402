import TestSupport
import Testing

@testable import Crypto
@testable import TLS

/// Which handshakes succeed, and what they agree on.
struct TLSEngineHandshakeTests {
  /// The versions, their ciphers, and whether the key of the server is RSA.
  static let agreements: [(TLSVersion, String, Bool)] =
    TLSPolicy.intermediate.ciphers.map { (.tls12, $0, $0.contains("RSA-")) }
    + TLSPolicy.intermediate.cipherSuites.flatMap { suite in
      [(.tls13, suite, false), (.tls13, suite, true)]
    }

  @Test(.needs(.time), arguments: agreements)
  func supportsEveryCipherOfThePolicy(_ version: TLSVersion, _ cipher: String, _ isRSA: Bool) throws
  {
    let key = isRSA ? TestKeys.rsa : TestKeys.p256
    var policy = TLSPolicy.only(version)
    if version == .tls12 { policy.ciphers = [cipher] } else { policy.cipherSuites = [cipher] }
    let pair = try EnginePair(
      server: TestContexts.server(key), client: TestContexts.client(trusting: key, policy: policy))
    try pair.settle()
    #expect(pair.serverFacts?.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
    #expect(pair.server.cipher == cipher)
    #expect(pair.client.cipher == cipher)
    #expect(pair.serverFacts?.isResumed == false)
  }

  @Test(arguments: [TLSVersion.tls12.rawValue, TLSVersion.tls13.rawValue])
  func prefersTheServersOrderOfCiphers(_ version: Int32) throws {
    let ciphers = ["ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256"]
    let suites = ["TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"]
    let cipher = try agreedCipher(TLSVersion(rawValue: version), ciphers, suites)
    #expect(cipher == (version == TLSVersion.tls12.rawValue ? ciphers : suites).last)
  }

  @Test(arguments: [TLSVersion.tls12.rawValue, TLSVersion.tls13.rawValue])
  func selectsChaCha20ForAClientThatPrefersIt(_ version: Int32) throws {
    let ciphers = ["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-ECDSA-AES128-GCM-SHA256"]
    let suites = ["TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"]
    let cipher = try agreedCipher(TLSVersion(rawValue: version), ciphers, suites)
    #expect(cipher == (version == TLSVersion.tls12.rawValue ? ciphers : suites).first)
  }

  /// Returns the cipher of a handshake with a client that has these ciphers, in its order.
  private func agreedCipher(_ version: TLSVersion, _ ciphers: [String], _ suites: [String])
    throws -> String?
  {
    var policy = TLSPolicy.only(version)
    policy.ciphers = ciphers
    policy.cipherSuites = suites
    let pair = try EnginePair(
      server: TestContexts.server(), client: TestContexts.client(policy: policy))
    try pair.settle()
    return pair.server.cipher
  }

  @Test(arguments: TLSPolicy.intermediate.groups)
  func supportsEveryGroupOfThePolicy(_ name: String) throws {
    var policy = TLSPolicy.intermediate
    policy.groups = [name]
    let pair = try EnginePair(
      server: TestContexts.server(), client: TestContexts.client(policy: policy))
    try pair.settle()
    #expect(pair.serverFacts != nil)
  }

  @Test(arguments: [1, 2, 3, 5, 7, 64, 1000])
  func acceptsServerBytesInChunksOfAnySize(_ chunk: Int) throws {
    let pair = try EnginePair()
    try pair.settle(chunk: chunk)
    #expect(pair.clientFacts?.version == "TLSv1.3")
    #expect(pair.serverFacts == pair.clientFacts)
  }

  @Test(.needs(.time), arguments: [TLSVersion.tls12.rawValue, TLSVersion.tls13.rawValue])
  func acceptsClientBytesSplitAnywhere(_ version: Int32) throws {
    let policy = TLSPolicy.only(TLSVersion(rawValue: version))
    let server = try TestContexts.server()
    let client = try TestContexts.client(policy: policy)
    var split = 0
    var wasInside = true
    while wasInside {
      split += 1
      wasInside = try handshake(server, client, splitAt: split)
    }
    #expect(split > 250)
  }

  /// Performs a handshake in which the client's bytes are split once. Returns whether there were
  /// enough bytes for that.
  private func handshake(_ server: TLSContext, _ client: TLSContext, splitAt split: Int)
    throws -> Bool
  {
    let pair = try EnginePair(server: server, client: client)
    var sent = 0
    var wasInside = false
    for _ in 0..<3 {
      try pair.drainClient()
      let output = pair.client.takeOutput()
      if (1..<max(1, output.count)).contains(split - sent) {
        wasInside = true
        pair.server.receive(output[..<(split - sent)])
        try pair.drainServer()
        pair.server.receive(output[(split - sent)...])
      } else {
        pair.server.receive(output)
        // A split between two flights does not count: continue with the next one.
        wasInside = wasInside || split == sent + output.count
      }
      sent += output.count
      try pair.drainServer()
      pair.client.receive(pair.server.takeOutput())
    }
    #expect(pair.serverFacts != nil && pair.clientFacts != nil)
    return wasInside && split < sent
  }

  @Test(arguments: ["127.0.0.1", "::1", "localhost"])
  func verifiesNamesAndAddressesOfHosts(_ host: String) throws {
    let pair = try EnginePair(
      server: TestContexts.server(), client: TestContexts.client(), host: host)
    try pair.settle()
    #expect(pair.clientFacts != nil)
  }
}
