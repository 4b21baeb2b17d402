public import HTTP

/// The token of `Authorization: Bearer TOKEN` (RFC 6750 section 2.1).
public struct BearerToken: Equatable {
  /// Maximum length of a token, in bytes. A JWT with several claims has about 1 KiB.
  public static let bytesMax = 8192

  public let text: String

  /// Reads the field `Authorization`.
  public init(_ fields: HeaderFields) throws(Problem) {
    let values = fields.values(of: .authorization)
    guard let value = values.first else { throw Self.noToken("missing") }
    guard values.count == 1 else {
      throw .missing(
        "token-repeated", "several Authorization fields: send one, with Bearer and one token")
    }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first else { throw Self.noToken("missing") }
    guard scheme.lowercased() == "bearer" else { throw Self.noToken("other-scheme") }
    let token = parts.dropFirst().first?.drop { $0 == " " } ?? ""
    guard !token.isEmpty else { throw Self.noToken("missing") }
    guard token.utf8.count <= Self.bytesMax else {
      throw .unauthorized(
        reason: "oversized",
        text: "the token is longer than \(Self.bytesMax) bytes: send it exactly as it was issued")
    }
    guard Self.isValid(token) else {
      throw .unauthorized(
        reason: "malformed",
        text: "the token contains invalid characters: send it exactly as it was issued")
    }
    text = String(token)
  }

  private static func noToken(_ reason: String) -> Problem {
    .missing(
      "token-\(reason)",
      "this server needs a token: send Authorization: Bearer and a token from its operator")
  }

  /// Whether a text has the form `b64token`: letters, digits and `-._~+/`, then `=`.
  private static func isValid(_ text: Substring) -> Bool {
    let end = text.utf8.lastIndex { $0 != UInt8(ascii: "=") }
    guard let end else { return false }
    return text.utf8[...end].allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-._~+/".utf8.contains(byte)
      }
    }
  }
}
