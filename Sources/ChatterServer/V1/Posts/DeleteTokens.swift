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

  /// Throws a problem unless a request has the token of a chatt.
  func check(_ request: Request, for id: ChattID, reading chatts: any StoredChatts) async throws {
    let values = request.fields.values(of: .authorization)
    guard values.count == 1, let token = Self.token(ofField: values[0]) else {
      throw V1Problem.unauthorized
    }
    let code = try await code(of: id, reading: chatts)
    guard HMACSHA256.areEqual(Array(token.utf8), Array(StoredChatt.hex(code).utf8)) else {
      throw V1Problem.wrongToken
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

  /// Returns the token of `Bearer TOKEN` (RFC 6750 section 2.1); nil for another value.
  private static func token(ofField value: String) -> Substring? {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    let token = parts[1].drop { $0 == " " }
    return token.isEmpty || token.contains(" ") ? nil : token
  }
}
