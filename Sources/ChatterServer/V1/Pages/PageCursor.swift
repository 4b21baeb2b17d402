internal import Chatter

/// A place between chatts, which stays valid when chatts are added or deleted.
///
/// To clients it is an opaque text: the base64 of `seq:` and a sequence number, without padding.
/// Such a text has none of the two characters that a URL would need to encode.
struct PageCursor: Equatable, Sendable {
  private static let prefix = "seq:"
  /// Maximum length of a cursor, in bytes.
  private static let bytesMax = 34

  let sequence: Int64

  init(_ sequence: Int64) {
    self.sequence = sequence
  }

  /// Reads a cursor; nil for a text that no server made.
  init?(text: String) {
    guard text.utf8.count <= Self.bytesMax else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = try? Base64.decode(Array((text + padding).utf8)[...]),
      let plain = String(validating: bytes, as: UTF8.self), plain.hasPrefix(Self.prefix),
      let sequence = Int64(plain.dropFirst(Self.prefix.count))
    else { return nil }
    self.init(sequence)
    // A cursor has one text: without a plus sign or leading zeros.
    guard self.text == text else { return nil }
  }

  var text: String {
    let bytes = Base64.encode(Array("\(Self.prefix)\(sequence)".utf8)[...])
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
  }
}
