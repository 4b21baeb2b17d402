/// Makes lines of bytes that come in pieces, each when it is asked for; of one that is too long
/// nothing but its beginning is taken.
struct LineSplitter {
  enum Line: Equatable {
    case text(String)
    /// It says which line that was.
    case tooLong(beginning: String)
  }

  /// Of the beginning of a line that is too long.
  private static let beginningMax = 40

  let bytesMax: Int
  private var unread: ArraySlice<UInt8> = []
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Takes a piece, after those whose lines have not been asked for yet.
  mutating func receive(_ bytes: [UInt8]) {
    if unread.isEmpty { unread = bytes[...] } else { unread += bytes }
  }

  /// The next line that has ended; nil where more bytes are needed for one.
  mutating func next() -> Line? {
    while let byte = unread.popFirst() {
      if byte == UInt8(ascii: "\n") { return take() }
      if pending.count >= bytesMax { isTooLong = true } else { pending.append(byte) }
    }
    return nil
  }

  /// What has come of a last line without an end.
  mutating func end() -> Line? { pending.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong {
      let text = String(decoding: pending.prefix(4 * Self.beginningMax), as: UTF8.self)
      return .tooLong(beginning: String(text.prefix(Self.beginningMax)))
    }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return .text(String(decoding: pending, as: UTF8.self))
  }
}
