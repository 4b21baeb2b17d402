/// A token that lets its holder post and read on a server that is closed to strangers (RFC 6750).
///
/// No description shows its text.
public struct AccessToken: Sendable, Equatable {
  /// Maximum length in bytes.
  public static let bytesMax = 8192

  /// The text to store where only this user can read it.
  public let text: String
  /// The username of the holder, if known: ``ChattStore/canDelete(_:)`` is true for its chatts.
  public let username: String?

  /// Creates a token; nil unless the text is visible ASCII of up to ``bytesMax`` bytes.
  public init?(_ text: String, username: String? = nil) {
    guard 1...Self.bytesMax ~= text.utf8.count,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    (self.text, self.username) = (text, username)
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(access token)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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
