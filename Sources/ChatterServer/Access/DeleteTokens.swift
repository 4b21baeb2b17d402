internal import Chatter
internal import ChatterStore
internal import Crypto
internal import HTTP
internal import System

/// The tokens that delete chatts: HMAC-SHA256 over the id, with a secret that is kept in the
/// database. Every server on the database makes the same token, and none is stored.
public final class DeleteTokens: Sendable {
  private let secret = Lock<[UInt8]?>(nil)

  /// Returns the secret, which is read if it is not known yet. A post does so before it is stored:
  /// so it fails only while nothing is stored.
  func load(reading chatts: any ChattSource) async throws -> [UInt8] {
    if let known = secret.withLock({ $0 }) { return known }
    let bytes = try await chatts.deleteSecret()
    secret.withLock { $0 = bytes }
    return bytes
  }

  /// Returns the token of a chatt, 64 hexadecimal digits; nil without memory.
  static func token(of id: ChattID, with secret: [UInt8]) -> String? {
    HMACSHA256.code(of: Array(id.description.utf8), with: secret).map(StoredChatt.hex)
  }

  /// Whether a token has the form of a delete token, which no other token has.
  static func hasForm(_ token: String) -> Bool {
    token.utf8.count == 2 * SHA256.digestBytes && token.allSatisfy(\.isHexDigit)
  }

  func check(_ request: Request, for id: ChattID, reading chatts: any ChattSource) async throws {
    guard let token = try? BearerToken(request.fields) else { throw Problem.noDeleteToken }
    guard let expected = Self.token(of: id, with: try await load(reading: chatts)) else {
      throw ReadError.unavailable(retryAfter: .seconds(1))
    }
    guard HMACSHA256.areEqual(Array(token.text.utf8), Array(expected.utf8)) else {
      throw Problem.wrongDeleteToken
    }
  }
}
