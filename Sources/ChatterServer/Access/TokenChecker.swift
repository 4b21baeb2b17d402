/// Finds out who sends a request from its bearer token, for example in a table of access tokens or
/// by the signature of a JWT.
public protocol TokenChecker: Sendable {
  /// Returns the sender that a token names; throws if the token is not valid. Called for each
  /// request, on the loop of its connection.
  ///
  /// - Parameter bearer: the credentials after `Bearer ` (RFC 6750 section 2.1), at most
  ///   `BearerToken.bytesMax` bytes of the characters that the RFC permits.
  func identity(bearer: String) async throws(Problem) -> Identity

  /// Whether a token is checked although its address has sent too many wrong ones: it was valid
  /// before, or the check costs no look-up.
  func isExempt(bearer: String) -> Bool
}

extension TokenChecker {
  public func isExempt(bearer: String) -> Bool { false }
}

/// The sender of a request, as its token names it.
public struct Identity: Sendable, Hashable {
  /// The name under which the sender may post.
  public let username: String
}

/// Refuses every token: the checker of a server without one.
struct NoTokens: TokenChecker {
  func identity(bearer: String) async throws(Problem) -> Identity {
    throw .unauthorized(reason: "unknown", text: "this server has issued no tokens")
  }
}
