/// Text that is absent when it is empty or says `null`, as front ends of the labs declare `audio`.
///
/// It may also hold the bytes of which it is the base64 text: a list of clips is then written
/// without a copy of each clip as text.
@propertyWrapper
public struct OptionalizedEmpty: Sendable {
  /// What is held.
  enum Content: Sendable {
    case absent
    case text(String)
    case bytes([UInt8])
  }

  private(set) var content: Content

  /// Text, where it is neither empty nor `null`.
  public init(wrappedValue: String?) {
    content = Self.content(of: wrappedValue)
  }

  /// The base64 text of bytes; absent for nil and for no bytes.
  public init(base64Of bytes: [UInt8]?) {
    if let bytes, !bytes.isEmpty {
      content = .bytes(bytes)
    } else {
      content = .absent
    }
  }

  /// The text, nil when absent; encoded at each call where bytes are held.
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
