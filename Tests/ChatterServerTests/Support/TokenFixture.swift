import Crypto
import TLS
import TestSupport

@testable import ChatterServer

/// An identity provider with three keys, and the checker of a server that trusts it, at a fixed
/// time.
struct TokenFixture {
  static let now = 1_800_000_000.0
  static let validClaims =
    #"{"iss":"https://id.example.org","aud":"chatter","sub":"ana","exp":1800000300}"#

  /// Making a key for RSA takes long.
  private static let rs256 = Result { try TestSigner(.rs256, id: "r") }

  let es256: TestSigner
  let rs256: TestSigner
  let edDSA: TestSigner
  let checker: JWTChecker

  init(userClaim: String = TokenClaims.defaultUserClaim) throws {
    es256 = try TestSigner(.es256, id: "e")
    rs256 = try Self.rs256.get()
    edDSA = try TestSigner(.edDSA, id: "d")
    let keys = try KeySet(Array(TestSigner.keySet([es256, rs256, edDSA]).utf8))
    checker = JWTChecker(
      keys: KeyCache(
        times: .url, load: { keys }, start: { work in Task { await work() } }, report: { _ in }),
      claims: TokenClaims(
        issuer: "https://id.example.org", audience: "chatter", userClaim: userClaim),
      now: { Self.now })
  }

  /// Returns the reason for which a token is refused; nil if it is accepted.
  func refusal(of token: String) async -> Problem? {
    do throws(Problem) {
      _ = try await checker.identity(bearer: token)
      return nil
    } catch {
      return error
    }
  }
}
