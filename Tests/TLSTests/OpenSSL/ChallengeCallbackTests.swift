import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct ChallengeCallbackTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Prepares a challenge for `chatter.test`, and returns its certificate and key.
  private func prepare(_ kind: CertificateKeyKind = .p256) throws -> CertifiedKey {
    let key = TestKeys.made(kind)
    try directory.write(key.key.pem() + key.chain[0].pemBytes(), to: "chatter.test.pem")
    return key
  }

  private func server(_ key: CertifiedKey = TestKeys.p256) throws -> TLSContext {
    try TLSContext.server(
      key, applicationProtocols: ["h2", "http/1.1"],
      challenges: ChallengeDirectory(path: directory.path))
  }

  /// Connects as a client that trusts one authority.
  private func pair(
    to server: TLSContext, trusting key: CertifiedKey,
    offering protocols: [String], version: TLSVersion = .tls13
  ) throws -> EnginePair {
    let pair = try EnginePair(
      server: server,
      client: TestContexts.client(trusting: key, protocols: protocols, policy: .only(version)))
    try pair.settle()
    return pair
  }

  @Test(arguments: [TLSVersion.tls12, .tls13], [TestKeys.p256, TestKeys.rsa])
  func presentsTheCertificateOfTheChallenge(_ version: TLSVersion, _ own: CertifiedKey) throws {
    let challenge = try prepare()
    let pair = try pair(
      to: server(own), trusting: challenge, offering: ["acme-tls/1"], version: version)
    #expect(pair.clientFacts?.applicationProtocol == "acme-tls/1")
    #expect(pair.serverFacts?.applicationProtocol == "acme-tls/1")
  }

  @Test func presentsItsOwnCertificateToOtherClients() throws {
    _ = try prepare()
    let offers: [[String]] = [[], ["h2"], ["acme-tls/1", "h2"]]
    for offer in offers {
      let pair = try pair(to: server(), trusting: TestKeys.p256, offering: offer)
      #expect(pair.serverFacts?.applicationProtocol == (offer.isEmpty ? nil : "h2"))
    }
  }

  @Test func refusesTheProtocolWithoutAChallenge() throws {
    let server = try server()
    #expect(throws: TLSError.noApplicationProtocol) {
      try pair(to: server, trusting: TestKeys.p256, offering: ["acme-tls/1"])
    }
    // The challenge begins and ends without a reload.
    let challenge = try prepare()
    _ = try pair(to: server, trusting: challenge, offering: ["acme-tls/1"])
  }
}
