internal import Chatter
internal import Crypto
private import System

/// A token that chatterd issues: `chatter_` and 256 random bits in base64url (RFC 4648 section 5).
///
/// The prefix shows people, and programs that search for published secrets, what it is.
public struct AccessToken: Sendable, Equatable {
  package static let prefix = "chatter_"
  private static let randomWords = 4
  /// The characters after the prefix.
  private static let randomCharacters = 43

  /// The token as it is printed and sent.
  public let text: String

  /// Creates a random token.
  public init() {
    var random = RandomBytes()
    let bytes = (0..<Self.randomWords).flatMap { _ in
      let word = random.next()
      return stride(from: 0, to: UInt64.bitWidth, by: 8).map {
        UInt8(truncatingIfNeeded: word >> $0)
      }
    }
    text = Self.prefix + Base64URL.encode(bytes)
  }

  /// Reads a token; nil for a text of another form.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      text.utf8.count == Self.prefix.utf8.count + Self.randomCharacters
    else { return nil }
    self.text = text
  }

  /// The SHA-256 of the text; nil if there is no memory for it.
  package var sha256: [UInt8]? { SHA256.digest(of: Array(text.utf8)) }
}
