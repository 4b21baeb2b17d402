internal import Chatter
internal import EventLoop
internal import HTTP
internal import TLS

/// The tokens that delete chatts: HMAC-SHA256 over the id, with a secret that is kept in the
/// database. Every server on the database makes the same token, and none is stored.
public final class DeleteTokens: Sendable {
  private let secret = Lock<[UInt8]?>(nil)

  init() {}

  /// Returns the token of a chatt, 64 hexadecimal digits.
  func token(of id: ChattID, reading chatts: any StoredChatts) async throws -> String {
    StoredChatt.hex(try await code(of: id, reading: chatts))
  }

  /// Whether a token has the form of a delete token, which no other token has.
  static func hasForm(_ token: String) -> Bool {
    token.utf8.count == 2 * SHA256.digestBytes && token.allSatisfy(\.isHexDigit)
  }

  /// Throws a denial unless a request has the token of a chatt.
  func check(_ request: Request, for id: ChattID, reading chatts: any StoredChatts) async throws {
    guard let token = try? BearerToken(request.fields) else { throw AccessDenial.noDeleteToken }
    let code = try await code(of: id, reading: chatts)
    guard HMACSHA256.areEqual(Array(token.text.utf8), Array(StoredChatt.hex(code).utf8)) else {
      throw AccessDenial.wrongDeleteToken
    }
  }

  private func code(of id: ChattID, reading chatts: any StoredChatts) async throws -> [UInt8] {
    let known = secret.withLock { $0 }
    let secret = if let known { known } else { try await chatts.deleteSecret() }
    if known == nil { self.secret.withLock { $0 = secret } }
    guard let code = HMACSHA256.code(of: Array(id.description.utf8), with: secret) else {
      throw TimelineError.unavailable(retryAfter: .seconds(1))
    }
    return code
  }
}
