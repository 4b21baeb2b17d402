/// How much of a file that was cut off while it was recorded is whole.
///
/// A recording is a row of boxes (ISO/IEC 14496-12, 4.2): `ftyp`, `moov`, then for each fragment
/// a `moof` and the `mdat` with its samples. A `moof` without the whole of its `mdat` is of no use,
/// and a file without one whole fragment is left alone.
enum WholeFragments {
  /// Two boxes for each half second: over a day.
  private static let boxesMax = 400_000
  private static let headerBytes = 16

  /// The bytes up to the end of the last whole fragment; nil where there is none, or the file is
  /// whole.
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
    var (hasFragment, hasWholeFragment) = (false, false)
    for _ in 0..<boxesMax where offset < fileBytes {
      guard let box = Box(header(offset), rest: fileBytes - offset) else { break }
      offset += box.byteCount
      switch box.type {
      case "moof": hasFragment = true
      case "mdat" where !hasFragment: return nil
      case "mdat":
        hasWholeFragment = true
        end = offset
      default: end = offset
      }
    }
    return hasWholeFragment && end < fileBytes ? end : nil
  }

  private struct Box {
    var type: String
    var byteCount: Int64

    /// Reads a box that is whole within the rest of its file.
    init?(_ header: [UInt8], rest: Int64) {
      guard header.count >= 8 else { return nil }
      type = String(decoding: header[4..<8], as: UTF8.self)
      let size = Self.bigEndian(header[0..<4])
      if size == 1 {
        guard header.count >= 16, let large = Int64(exactly: Self.bigEndian(header[8..<16])) else {
          return nil
        }
        byteCount = large
      } else {
        // A size of nothing is that of the rest of the file, unless there are zeros only, as after
        // the loss of power.
        byteCount = size == 0 && header[4] != 0 ? rest : Int64(size)
      }
      guard byteCount >= 8, byteCount <= rest else { return nil }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
