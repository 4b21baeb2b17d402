import Testing

@testable import ChatterDaemon

struct CopyFileTests {
  /// Two columns: `ab` and NULL.
  private static let row: [UInt8] = [
    0, 2, 0, 0, 0, 2, 0x61, 0x62, 0xFF, 0xFF, 0xFF, 0xFF,
  ]

  private func rows(_ file: [UInt8]) -> [CopyFile.Columns]? {
    var rows: [CopyFile.Columns] = []
    return CopyFile.forEachRow(of: file) { rows.append($0) } ? rows : nil
  }

  @Test func readsRowsWithNull() throws {
    let file: [UInt8] = CopyFile.header + Self.row + Self.row + CopyFile.trailer
    let rows = try #require(self.rows(file))
    #expect(rows.count == 2)
    #expect(rows.allSatisfy { $0 == [[0x61, 0x62], nil] })
    let empty: [UInt8] = CopyFile.header + CopyFile.trailer
    #expect(self.rows(empty)?.isEmpty == true)
  }

  @Test func rejectsEveryPrefix() {
    let file: [UInt8] = CopyFile.header + Self.row + CopyFile.trailer
    for count in 0..<file.count { #expect(rows(Array(file[..<count])) == nil, "\(count) bytes") }
  }

  @Test func rejectsBytesAfterTheTrailer() {
    let file: [UInt8] = CopyFile.header + CopyFile.trailer + [0]
    #expect(rows(file) == nil)
  }
}
