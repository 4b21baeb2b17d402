/// Finds the complete part of a recording that was cut off.
///
/// A recording is a sequence of boxes (ISO/IEC 14496-12, 4.2): `ftyp`, `moov`, then for each
/// fragment a `moof` and the `mdat` with its samples. A `moof` without its complete `mdat` is
/// unusable, and a file without a complete fragment is left unchanged.
enum WholeFragments {
  /// Two boxes for each half second: more than a day.
  private static let boxesMax = 400_000
  private static let headerBytes = 16

  /// Returns the number of bytes of the complete fragments; nil if there are none, or no others.
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

    /// Reads the header of a box; nil unless the whole box fits into the rest of its file.
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
        // A size of 0 means that the box extends to the end of the file. After a power failure, the
        // header may consist of zeros only; that is not a box.
        byteCount = size == 0 && header[4] != 0 ? rest : Int64(size)
      }
      guard byteCount >= 8, byteCount <= rest else { return nil }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
