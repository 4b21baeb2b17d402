import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct ChallengeDirectoryTests {
  private static let offer = [UInt8]([0, 11, 10]) + Array("acme-tls/1".utf8)

  /// The server_name extension of a name.
  private static func serverName(_ name: String) -> [UInt8] {
    let count = UInt8(name.utf8.count)
    return [0, count + 3, 0, 0, count] + Array(name.utf8)
  }

  @Test func recognizesOnlyClientsThatOfferNothingElse() {
    #expect(ChallengeDirectory.isChallenge(protocols: Self.offer))
    for count in 0..<Self.offer.count {
      #expect(!ChallengeDirectory.isChallenge(protocols: Array(Self.offer.prefix(count))))
    }
    for index in Self.offer.indices {
      var other = Self.offer
      other[index] ^= 1
      #expect(!ChallengeDirectory.isChallenge(protocols: other))
    }
    let both = [0, 14] + Self.offer.dropFirst(2) + [2] + Array("h2".utf8)
    #expect(!ChallengeDirectory.isChallenge(protocols: both))
  }

  @Test(arguments: ["a.test", "xn--e1aybc.test", "_a.b-c.test", "1.2.0.192.in-addr.arpa"])
  func readsTheNameOfTheExtension(_ name: String) {
    let bytes = Self.serverName(name)
    #expect(ChallengeDirectory.name(inExtension: bytes) == name)
    #expect(ChallengeDirectory.name(inExtension: Self.serverName(name.uppercased())) == name)
    for count in 0..<bytes.count {
      #expect(ChallengeDirectory.name(inExtension: Array(bytes.prefix(count))) == nil)
    }
    #expect(ChallengeDirectory.name(inExtension: bytes + [0]) == nil)
    for index in 0..<5 {
      var other = bytes
      other[index] ^= 1
      #expect(ChallengeDirectory.name(inExtension: other) == nil)
    }
  }

  @Test(
    arguments: ["../a", "a/b", ".", "..", ".hidden", "a\0b", "a b", "é.test", "\u{212A}.test"])
  func refusesNamesThatAreNotSafeInAPath(_ name: String) {
    #expect(ChallengeDirectory.name(inExtension: Self.serverName(name)) == nil)
  }

  @Test func readsTheCertificateAndKeyOfAName() throws {
    let directory = try TemporaryDirectory()
    let challenges = ChallengeDirectory(path: directory.path)
    #expect(challenges.response(for: "a.test") == nil)
    try directory.write("not PEM", to: "a.test.pem")
    #expect(challenges.response(for: "a.test") == nil)
    let key = TestKeys.p256
    try directory.write(key.key.pem() + key.chain[0].pemBytes(), to: "a.test.pem")
    #expect(challenges.response(for: "a.test")?.certificate == key.certificate)
    #expect(challenges.response(for: "b.test") == nil)
  }
}
