/// Makes lines of bytes that come in pieces; of a line that is too long nothing is taken.
struct LineSplitter {
  enum Line: Equatable {
    case text(String)
    case tooLong
  }

  let bytesMax: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// The lines that end in these bytes.
  mutating func receive(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if pending.count >= bytesMax {
        isTooLong = true
      } else {
        pending.append(byte)
      }
    }
    return lines
  }

  /// What has come of a last line without an end.
  mutating func end() -> Line? { pending.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    return .text(String(decoding: pending, as: UTF8.self))
  }
}
