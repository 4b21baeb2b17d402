import TestSupport
import Testing

@testable import Crypto
@testable import TLS

/// Which handshakes fail, and how each side names the cause.
struct TLSErrorTests {
  private func failures(
    server key: CertifiedKey = TestKeys.p256, trusting: CertifiedKey? = nil,
    client policy: TLSPolicy = .intermediate, host: String = "chatter.test"
  ) throws -> (client: TLSError?, server: TLSError?) {
    try EnginePair(
      server: TestContexts.server(key),
      client: TestContexts.client(trusting: trusting ?? key, policy: policy), host: host
    ).failures()
  }

  @Test(arguments: [TLSVersion.tls1, .tls11])
  func rejectsOldVersions(_ version: TLSVersion) throws {
    let seen = try failures(client: .outdated(version, ciphers: ["ALL"]))
    #expect(seen.server == .protocolVersion)
    #expect(seen.client == .peerAlert(.protocolVersion))
  }

  @Test(
    .needs(.time),
    arguments: [
      "AES128-GCM-SHA256", "AES256-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES128-SHA256",
      "DHE-RSA-AES128-SHA", "NULL-SHA256", "AECDH-AES128-SHA", "DHE-RSA-AES128-GCM-SHA256",
      "DHE-RSA-AES256-GCM-SHA384", "DHE-RSA-CHACHA20-POLY1305",
    ])
  func rejectsWeakCiphersAndDHE(_ cipher: String) throws {
    let seen = try failures(
      server: TestKeys.rsa, client: .outdated(.tls12, ciphers: [cipher]))
    #expect(seen.server == .noSharedCipher)
    #expect(seen.client == .peerAlert(.handshakeFailure))
  }

  @Test(arguments: ["P-521", "X448"])
  func rejectsGroupsOutsideThePolicy(_ name: String) throws {
    var policy = TLSPolicy.only(.tls13)
    policy.groups = [name]
    let seen = try failures(client: policy)
    #expect(seen.server == .noSharedGroup)
    #expect(seen.client == .peerAlert(.handshakeFailure))
  }

  @Test(arguments: ["other.test", "10.0.0.1", "::2", "sub.chatter.test", "127.0.0.2"])
  func reportsClientsThatWantAnotherHost(_ host: String) throws {
    #expect(try failures(host: host).server == .peerAlert(.badCertificate))
  }

  @Test func reportsClientsThatDoNotTrustTheCertificate() throws {
    #expect(try failures(trusting: TestKeys.rsa).server == .peerAlert(.unknownCA))
  }

  @Test func reportsClientsForWhichTheCertificateHasExpired() throws {
    let key = try TestKeys.p256(validFrom: -7200, to: -3600)
    #expect(try failures(server: key).server == .peerAlert(.certificateExpired))
  }

  @Test(
    arguments: [
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "POST /postchatt/ HTTP/1.1\r\n", "HEAD / HTTP/1.1\r\n",
      "PUT / HTTP/1.1\r\n", "CONNECT x:443 HTTP/1.1\r\n\r\n",
    ])
  func recognizesPlainHTTP(_ request: String) throws {
    let engine = try TLSEngine(accepting: TestContexts.server())
    engine.receive(Array(request.utf8))
    var nothing: [UInt8] = []
    #expect(throws: TLSError.plainHTTP) { try engine.next(into: &nothing, atMost: 10) }
    // So that the caller can respond in plain HTTP.
    #expect(engine.takeOutput().isEmpty)
    #expect(throws: TLSError.plainHTTP) { try engine.next(into: &nothing, atMost: 10) }
  }

  @Test func recognizesBytesThatAreNotTLS() throws {
    let engine = try TLSEngine(accepting: TestContexts.server())
    engine.receive(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
    var nothing: [UInt8] = []
    #expect(throws: TLSError.notTLS) { try engine.next(into: &nothing, atMost: 10) }
  }

  @Test func rejectsChangedRecords() throws {
    let pair = try EnginePair.open()
    try pair.client.write(Array("hello".utf8)[...])
    var record = pair.client.takeOutput()
    record[record.count - 3] ^= 1
    pair.server.receive(record)
    #expect(throws: TLSError.decryptionFailed) { try pair.drainServer() }
    #expect(pair.serverBytes.isEmpty)
    pair.client.receive(pair.server.takeOutput())
    #expect(throws: TLSError.peerAlert(TLSAlert(rawValue: 20))) { try pair.drainClient() }
  }

  @Test func leavesOpenSSLsErrorQueueEmpty() throws {
    for _ in 0..<3 { _ = try failures(host: "other.test") }
    #expect(OpenSSLFailure.drain().isEmpty)
    #expect(try EnginePair.open().serverFacts != nil)
  }

  @Test func describesEachErrorDifferently() {
    let errors: [TLSError] = [
      .plainHTTP, .notTLS, .protocolVersion, .noSharedCipher, .noSharedGroup,
      .noApplicationProtocol, .decryptionFailed, .malformed(reason: "x"),
      .tooManyBytesWithoutData, .truncated, .notWritable, .library(reason: "x"),
      .peerAlert(.unknownCA),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
