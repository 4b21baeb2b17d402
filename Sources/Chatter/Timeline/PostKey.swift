/// The key with which a client identifies a post, so that it can send the post again
/// (draft-ietf-httpapi-idempotency-key-header).
public struct PostKey: Hashable, Sendable {
  /// Maximum length of a key in bytes.
  public static let bytesMax = 255
  /// Minimum length in bytes of a key whose response has a secret.
  public static let bytesMin = 16

  /// The call of the post: the same text with another call is a different key.
  public let call: Call
  /// The text of the key, without quotes.
  public let text: String

  /// Parses the value of an `Idempotency-Key` field: a quoted string (RFC 8941 section 3.3.3) or,
  /// as many clients send it, the bare key.
  public init(fieldValue: String, call: Call) throws(PostKeyError) {
    let bytes = Array(fieldValue.utf8)
    let text = bytes.first == UInt8(ascii: "\"") ? try Self.quoted(bytes) : try Self.bare(bytes)
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.bytesMax else { throw .tooLong }
    self.init(call: call, text: String(decoding: text, as: UTF8.self))
  }

  /// Creates a key from text that is already known to be visible ASCII of a valid length.
  init(call: Call, text: String) {
    self.call = call
    self.text = text
  }

  private static func quoted(_ bytes: [UInt8]) throws(PostKeyError) -> [UInt8] {
    var text: [UInt8] = []
    var rest = bytes.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        // Nothing may follow: the key has no parameters.
        guard rest.isEmpty else { throw .malformed }
        return text
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == byte else {
          throw .malformed
        }
        text.append(next)
      case 0x20...0x7E: text.append(byte)
      default: throw .malformed
      }
    }
    throw .malformed
  }

  private static func bare(_ bytes: [UInt8]) throws(PostKeyError) -> [UInt8] {
    let reserved = Set("\"\\,;".utf8)
    guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && !reserved.contains($0) }) else {
      throw .malformed
    }
    return bytes
  }

  /// Creates a unique key from 128 random bits.
  public init(randomFor call: Call) {
    // The first 64 bits are not 0, so that a key has at least `bytesMin` digits.
    let bits = UInt128.random(in: 1 << 64 ... .max)
    self.init(call: call, text: String(bits, radix: 16))
  }

  /// The value of an `Idempotency-Key` field: a quoted string (RFC 8941 section 3.3.3).
  public var fieldValue: String {
    var value: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        value.append(UInt8(ascii: "\\"))
      }
      value.append(byte)
    }
    value.append(UInt8(ascii: "\""))
    return String(decoding: value, as: UTF8.self)
  }
}

/// The reason that the value of an `Idempotency-Key` field is not a key.
public enum PostKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case empty
  case malformed
  case tooLong
  /// The field occurs more than once.
  case repeated

  public var description: String {
    switch self {
    case .empty: "Idempotency-Key is empty: send a key, such as a UUID, or omit the field"
    case .malformed:
      "Idempotency-Key is malformed: send a quoted string of visible ASCII, such as \"8e03978e\""
    case .tooLong: "Idempotency-Key is too long: send at most \(PostKey.bytesMax) bytes"
    case .repeated: "Idempotency-Key is repeated: send only one"
    }
  }
}

extension TimelineError {
  /// The error for a key that was already used for a different chatt.
  public static let keyIsOfAnotherPost = TimelineError.refused(
    "Idempotency-Key was already used for a different post: use a new key for each post")
}
