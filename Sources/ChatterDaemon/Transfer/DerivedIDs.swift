import Chatter
import Crypto
import System

/// The ids of the rows of one table that have none. They depend only on the rows, so that a second
/// import of the table finds every chatt of the first.
struct DerivedIDs {
  /// The number of rows so far with the same content, by the id of the first of them.
  private var counts: [ChattID: Int] = [:]

  /// Returns the id of the next row. Rows with the same content are different chatts.
  mutating func next(for row: TransferredChatt, clipSHA256: [UInt8]?) throws -> ChattID {
    var content = row
    content.clipSHA256 = nil
    content.clip = clipSHA256.map { .file($0.hexadecimal()) }
    let line = content.line
    let first = try Self.id(line)
    let count = counts[first, default: 0]
    counts[first] = count + 1
    return count == 0 ? first : try Self.id(line + Array("\(count)".utf8))
  }

  /// Returns a UUID of version 8 (RFC 9562 section 5.8) with the digest of a text.
  private static func id(_ text: [UInt8]) throws -> ChattID {
    guard let digest = SHA256.digest(of: text) else {
      throw VerbError.temporary("out of memory: run the command again")
    }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return ChattID(
      high: number(digest[0..<8]) & ~0xF000 | 0x8000,
      low: number(digest[8..<16]) & ~(3 << 62) | 1 << 63)
  }
}
