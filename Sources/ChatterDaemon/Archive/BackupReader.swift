import HTTP
import TLS

/// A source of bytes that is read from beginning to end.
protocol ByteSource: AnyObject {
  /// Returns `count` bytes, or fewer at the end.
  func read(_ count: Int) throws -> [UInt8]
}

/// Reads a backup from beginning to end and checks every byte of it.
///
/// The parts come before the digests (`SHA256SUMS`, the last file) are compared, so a reader must
/// not keep what it did with the parts before `next` has returned nil.
final class BackupReader {
  static let digestsName = "SHA256SUMS"
  /// Maximum size of one file in the archive, and of the contents of a part: a row of PostgreSQL
  /// has at most 1 GB.
  static let partBytesMax = 1 << 30 + 1 << 26

  /// A part with rows of one table, as a file in the binary COPY format.
  struct Part {
    let table: BackupContents.Table
    let name: String
    let offset: Int
    let copyFile: [UInt8]
  }

  private(set) var contents = BackupContents()
  private(set) var counts = BackupCounts()
  private let source: any ByteSource
  private var offset = 0
  /// The files so far: their names, offsets and digests.
  private var files: [(name: String, offset: Int, line: String)] = []
  /// The lines of the digests of the clips in the part before.
  private var clipLines: (part: String, text: String)?

  init(_ source: some ByteSource) throws {
    self.source = source

    let first = try nextFile()
    guard first.name == BackupContents.fileName else { throw BackupError.notABackup }
    guard let contents = BackupContents(String(decoding: first.bytes, as: UTF8.self)) else {
      throw BackupError.damaged(part: first.name, offset: first.offset, reason: "malformed")
    }
    self.contents = contents
  }

  /// Returns the next part; nil after the last, when the whole backup has been checked.
  func next() throws -> Part? {
    while true {
      let file = try nextFile()
      func damaged(_ reason: String) -> BackupError {
        .damaged(part: file.name, offset: file.offset, reason: reason)
      }
      if let lines = clipLines {
        guard file.name == lines.part else { throw damaged("\(lines.part) is missing") }
        guard file.bytes.elementsEqual(lines.text.utf8) else {
          throw damaged("the digests are not those of the clips")
        }
        clipLines = nil
        continue
      }
      if file.name == BackupCounts.fileName {
        guard file.bytes == counts.manifest(contents) else {
          throw damaged("the counts are not those of the parts")
        }
        try readEnd()
        return nil
      }
      guard let table = contents.tables.first(where: { file.name.hasPrefix($0.name + "/") }),
        file.name.hasSuffix(".copy.gz")
      else { throw damaged("unexpected file") }
      guard let copy = Gzip.decompress(file.bytes, bytesMax: Self.partBytesMax) else {
        throw damaged("not a complete gzip file")
      }
      guard try count(copy, of: table, in: file.name) else {
        throw damaged("not a complete COPY file")
      }
      return Part(table: table, name: file.name, offset: file.offset, copyFile: copy)
    }
  }

  private func count(
    _ copy: [UInt8], of table: BackupContents.Table, in name: String
  ) throws -> Bool {
    var lines = ""
    let isWhole = try CopyFile.forEachRow(of: copy) { columns in
      counts.rows[table.name, default: 0] += 1
      guard let clip = ClipDigest(columns, of: table) else { return }
      counts.clips += 1
      counts.clipBytes += clip.byteCount
      lines += try clip.line
    }
    if !lines.isEmpty { clipLines = (ClipDigest.fileName(besides: name), lines) }
    return isWhole
  }

  // MARK: Files

  private func nextFile() throws -> (name: String, offset: Int, bytes: [UInt8]) {
    let start = offset
    let block = try take(TarHeader.blockBytes)
    guard let header = TarHeader(block: block), header.size <= Self.partBytesMax else {
      if start == 0 { throw BackupError.notABackup }
      throw BackupError.damaged(
        part: "the header of a part", offset: start, reason: "malformed header")
    }
    let bytes = try take(header.size)
    guard try take(header.paddingBytes).allSatisfy({ $0 == 0 }) else {
      throw BackupError.damaged(part: header.name, offset: start, reason: "malformed padding")
    }
    files.append((header.name, start, try DigestLine.text(of: bytes, name: header.name)))
    return (header.name, start, bytes)
  }

  /// Reads the digests and the end of the archive.
  private func readEnd() throws {
    let expected = files
    let file = try nextFile()
    guard file.name == Self.digestsName else {
      throw BackupError.damaged(
        part: file.name, offset: file.offset, reason: "\(Self.digestsName) is missing")
    }
    let lines = String(decoding: file.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, part) in expected.enumerated() {
      guard index < lines.count, lines[index] + "\n" == part.line[...] else {
        throw BackupError.damaged(
          part: part.name, offset: part.offset, reason: "its SHA-256 is not the one in SHA256SUMS")
      }
    }
    guard file.bytes.elementsEqual(expected.map(\.line).joined().utf8) else {
      throw BackupError.damaged(part: file.name, offset: file.offset, reason: "unexpected lines")
    }
    let end = offset
    guard try take(TarHeader.end.count) == TarHeader.end, try source.read(1).isEmpty else {
      throw BackupError.damaged(
        part: "the end of the archive", offset: end, reason: "unexpected bytes")
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    let bytes = try source.read(count)
    offset += bytes.count
    guard bytes.count == count else { throw BackupError.truncated(offset: offset) }
    return bytes
  }
}
