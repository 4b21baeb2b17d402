/// How much of a file that was cut off while it was recorded is whole.
///
/// A recording is a row of boxes (ISO/IEC 14496-12, 4.2): `ftyp`, `moov`, then for each fragment
/// a `moof` and the `mdat` with its samples. A `moof` without the whole of its `mdat` is of no use.
enum WholeFragments {
  /// Two boxes for each half second: over a day.
  private static let boxesMax = 400_000
  private static let headerBytes = 16

  /// The bytes up to the end of the last whole fragment; nil where the file is not a fragmented one,
  /// or is whole.
  static func byteCount(of file: [UInt8]) -> Int? {
    byteCount(fileBytes: Int64(file.count)) { offset in
      Array(file[Int(offset)..<min(Int(offset) + headerBytes, file.count)])
    }.flatMap { Int(exactly: $0) }
  }

  static func byteCount(of file: OpenFile) -> Int64? {
    byteCount(fileBytes: file.byteCount) { file.read(headerBytes, at: $0) }
  }

  private static func byteCount(fileBytes: Int64, header: (Int64) -> [UInt8]) -> Int64? {
    var (offset, end) = (Int64(0), Int64(0))
    var hasFragments = false
    for _ in 0..<boxesMax {
      if offset == fileBytes { return end < offset && hasFragments ? end : nil }
      guard let box = Box(header(offset)), box.byteCount <= fileBytes - offset else { break }
      offset += box.byteCount
      switch box.type {
      case "moof": hasFragments = true
      case "mdat" where !hasFragments: return nil
      default: end = offset
      }
    }
    return end > 0 ? end : nil
  }

  private struct Box {
    var type: String
    var byteCount: Int64

    init?(_ header: [UInt8]) {
      guard header.count >= 8 else { return nil }
      type = String(decoding: header[4..<8], as: UTF8.self)
      let size = Self.bigEndian(header[0..<4])
      if size == 1 {
        guard header.count >= 16, let large = Int64(exactly: Self.bigEndian(header[8..<16])) else {
          return nil
        }
        byteCount = large
      } else {
        byteCount = Int64(size)
      }
      guard byteCount >= 8 else { return nil }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
