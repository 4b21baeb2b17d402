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

  /// Creates a token; nil for a text that is empty, too long, or has other characters than visible
  /// ASCII.
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
