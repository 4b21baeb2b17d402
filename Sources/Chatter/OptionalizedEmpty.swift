/// Text that is absent if it is empty or `null`, as front ends of the labs declare `audio`.
///
/// It can also hold the bytes that the base64 text encodes. A list of clips is then written without
/// a copy of each clip as text.
@propertyWrapper
public struct OptionalizedEmpty: Sendable {
  /// The stored form.
  enum Content: Sendable {
    case absent
    case text(String)
    case bytes([UInt8])
  }

  private(set) var content: Content

  /// Stores a text, or nothing if the text is empty or `null`.
  public init(wrappedValue: String?) {
    content = Self.content(of: wrappedValue)
  }

  /// Stores bytes whose base64 text is the value; absent if `bytes` is nil or empty.
  public init(base64Of bytes: [UInt8]?) {
    if let bytes, !bytes.isEmpty {
      content = .bytes(bytes)
    } else {
      content = .absent
    }
  }

  /// The text, or nil if absent; stored bytes are encoded at each call.
  public var wrappedValue: String? {
    get {
      switch content {
      case .absent: nil
      case .text(let text): text
      case .bytes(let bytes): String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
      }
    }
    set { content = Self.content(of: newValue) }
  }

  private static func content(of text: String?) -> Content {
    guard let text, !text.isEmpty, text != "null" else { return .absent }
    return .text(text)
  }
}
