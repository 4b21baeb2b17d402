/// Text that is absent if it is empty or `null`, as front ends of the labs declare `audio`.
///
/// It can also hold the bytes that the base64 text encodes. A list of clips is then written without
/// a copy of each clip as text.
@propertyWrapper
public struct OptionalizedEmpty: Sendable {
  /// The stored form.
  enum Storage: Sendable {
    case absent
    case text(String)
    case bytes([UInt8])
  }

  private(set) var storage: Storage

  /// Stores a text, or nothing if the text is empty or `null`.
  public init(wrappedValue: String?) {
    storage = Self.storage(of: wrappedValue)
  }

  /// Stores bytes whose base64 text is the value; absent if `bytes` is nil or empty.
  public init(base64Of bytes: [UInt8]?) {
    if let bytes, !bytes.isEmpty {
      storage = .bytes(bytes)
    } else {
      storage = .absent
    }
  }

  /// The text, or nil if absent; stored bytes are encoded at each call.
  public var wrappedValue: String? {
    get {
      switch storage {
      case .absent: nil
      case .text(let text): text
      case .bytes(let bytes): String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
      }
    }
    set { storage = Self.storage(of: newValue) }
  }

  private static func storage(of text: String?) -> Storage {
    guard let text, !text.isEmpty, text != "null" else { return .absent }
    return .text(text)
  }
}
