/// The header of one file in a POSIX tar archive (ustar): a regular file without an owner or a
/// time.
struct TarHeader: Equatable {
  static let blockBytes = 512
  /// The size field has eleven octal digits.
  static let sizeMax = 1 << 33 - 1
  /// The two zero blocks that end an archive.
  static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

  let name: String
  let size: Int

  /// - Precondition: the name has at most 100 bytes, and the size is at most `sizeMax`.
  init(name: String, size: Int) {
    precondition(name.utf8.count <= 100 && size <= Self.sizeMax)
    (self.name, self.size) = (name, size)
  }

  /// Parses a block; nil if it is not exactly what `bytes` produces, so that every byte counts.
  init?(block: [UInt8]) {
    guard block.count == Self.blockBytes else { return nil }
    let name = String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
    let digits = String(decoding: block[124..<135], as: UTF8.self)
    guard !name.isEmpty, name.utf8.count <= 100, let size = Int(digits, radix: 8),
      (0...Self.sizeMax).contains(size)
    else { return nil }
    self.init(name: name, size: size)
    guard bytes == block else { return nil }
  }

  /// The block of the header.
  var bytes: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(Self.octal(size, digits: 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(Self.octal(block.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    block[154] = 0
    return block
  }

  /// The number of zero bytes after the contents.
  var paddingBytes: Int { (Self.blockBytes - size % Self.blockBytes) % Self.blockBytes }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
