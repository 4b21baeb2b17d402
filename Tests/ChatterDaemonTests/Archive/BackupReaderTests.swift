import TestSupport
import Testing

@testable import ChatterDaemon

struct BackupReaderTests {
  private final class Bytes: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  private static let table = BackupContents.Table(name: "chatts", columns: ["id", "audio"])

  private static func row(_ id: UInt8, clip: [UInt8]?) -> [UInt8] {
    var row: [UInt8] = [0, 2, 0, 0, 0, 16] + [UInt8](repeating: id, count: 16)
    row += clip.map { [0, 0, 0, UInt8($0.count)] + $0 } ?? [0xFF, 0xFF, 0xFF, 0xFF]
    return row
  }

  /// A backup of three rows in two parts, as the database sends them.
  private static func backup() throws -> [UInt8] {
    var contents = BackupContents()
    contents.version = "0.1.0"
    contents.tables = [table]
    let output = Output()
    var writer = try BackupWriter(contents, partBytes: 50) { output.bytes += $0 }
    try writer.begin(table)
    try writer.append(CopyFile.header + row(1, clip: [1, 2, 3]))
    try writer.append(row(2, clip: nil))
    try writer.append(row(3, clip: [4]))
    try writer.append(CopyFile.trailer)
    try writer.finish()
    return output.bytes
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  private func parts(_ bytes: [UInt8]) throws -> [BackupReader.Part] {
    let reader = try BackupReader(Bytes(bytes))
    var parts: [BackupReader.Part] = []
    while let part = try reader.next() { parts.append(part) }
    return parts
  }

  @Test func readsWhatWasWritten() throws {
    let bytes = try Self.backup()
    let reader = try BackupReader(Bytes(bytes))
    var rows: [UInt8] = []
    while let part = try reader.next() {
      #expect(part.table == Self.table)
      rows += part.copyFile.dropFirst(CopyFile.header.count).dropLast(CopyFile.trailer.count)
    }
    let written = [Self.row(1, clip: [1, 2, 3]), Self.row(2, clip: nil), Self.row(3, clip: [4])]
    #expect(rows == Array(written.joined()))
    #expect(reader.counts == BackupCounts(rows: ["chatts": 3], clips: 2, clipBytes: 4))
    #expect(try parts(bytes).count == 2)
  }

  @Test(.needs(.time)) func refusesEveryFlippedByteWithItsPosition() throws {
    let bytes = try Self.backup()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      let error = #expect(throws: BackupError.self, "byte \(index)") { try parts(changed) }
      if case .damaged(_, let offset, _) = error {
        #expect(offset <= index || index < 3 * TarHeader.blockBytes, "byte \(index)")
      }
    }
  }

  @Test(.needs(.time)) func refusesEveryPrefix() throws {
    let bytes = try Self.backup()
    for count in bytes.indices {
      #expect(throws: BackupError.truncated(offset: count)) {
        try parts(Array(bytes[..<count]))
      }
    }
  }

  @Test func refusesBytesAfterTheEnd() throws {
    let bytes = try Self.backup()
    #expect(throws: BackupError.self) { try parts(bytes + [0]) }
  }
}
