/// Splits chunks of bytes into lines, one per call; cuts lines that are too long.
struct LineSplitter {
  enum Line: Equatable {
    case text(String)
    case tooLong(prefix: String)
  }

  /// The maximum length of that prefix, in characters.
  private static let prefixMax = 40

  let bytesMax: Int
  private var unread: ArraySlice<UInt8> = []
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  mutating func receive(_ bytes: [UInt8]) {
    if unread.isEmpty { unread = bytes[...] } else { unread += bytes }
  }

  mutating func next() -> Line? {
    while let byte = unread.popFirst() {
      if byte == UInt8(ascii: "\n") { return take() }
      if pending.count >= bytesMax { isTooLong = true } else { pending.append(byte) }
    }
    return nil
  }

  /// Returns a last line without a line break; nil if there is none.
  mutating func end() -> Line? { pending.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong {
      let text = String(decoding: pending.prefix(4 * Self.prefixMax), as: UTF8.self)
      return .tooLong(prefix: String(text.prefix(Self.prefixMax)))
    }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return .text(String(decoding: pending, as: UTF8.self))
  }
}
