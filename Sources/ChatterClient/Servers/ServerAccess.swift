/// What a server needs a token for, and who the holder of a token is (`GET /v1/server`).
public struct ServerAccess: Sendable, Equatable {
  /// Whether posts need a token.
  public let postingNeedsToken: Bool
  /// Whether lists, pages, clips and events need a token.
  public let readingNeedsToken: Bool
  /// The username of the token; nil without a token, or on a server that needs none.
  public let username: String?

  /// Creates an access, as a test double of a server does.
  public init(postingNeedsToken: Bool, readingNeedsToken: Bool, username: String? = nil) {
    (self.postingNeedsToken, self.readingNeedsToken) = (postingNeedsToken, readingNeedsToken)
    self.username = username
  }

  /// Whether a client needs a token for a part of the calls.
  public var needsToken: Bool { postingNeedsToken || readingNeedsToken }
}
