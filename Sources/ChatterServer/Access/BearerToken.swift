public import HTTP

/// The token of `Authorization: Bearer TOKEN` (RFC 6750 section 2.1).
public struct BearerToken: Equatable {
  /// Maximum length of a token, in bytes. A JWT with several claims has about 1 KiB.
  public static let bytesMax = 8192

  public let text: String

  /// Reads the field `Authorization`.
  public init(_ fields: HeaderFields) throws(Malformed) {
    let values = fields.values(of: .authorization)
    guard let value = values.first else { throw .missing }
    guard values.count == 1 else { throw .repeated }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first else { throw .missing }
    guard scheme.lowercased() == "bearer" else { throw .otherScheme }
    let token = parts.dropFirst().first?.drop { $0 == " " } ?? ""
    guard !token.isEmpty else { throw .missing }
    guard token.utf8.count <= Self.bytesMax else { throw .oversized }
    guard Self.isValid(token) else { throw .malformed }
    text = String(token)
  }

  /// Why a field has no token. The raw value is the reason in the log.
  public enum Malformed: String, Error, CaseIterable {
    /// There is no field, or no token after the scheme.
    case missing
    /// Several fields.
    case repeated
    /// Another scheme, such as Basic.
    case otherScheme = "other-scheme"
    case oversized
    /// Characters that no token has.
    case malformed
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
