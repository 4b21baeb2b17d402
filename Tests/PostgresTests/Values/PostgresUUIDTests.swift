import Testing

@testable import Postgres

@Suite struct PostgresUUIDTests {
  @Test func keepsTheBytesAndFormatsFiveGroups() throws {
    let bytes: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]
    let identifier = try #require(PostgresUUID(bytes))
    #expect(identifier.bytes == bytes)
    #expect(identifier.description == "00010203-0405-0607-0809-0a0b0c0d0eff")
    #expect(identifier == PostgresUUID(high: 0x0001_0203_0405_0607, low: 0x0809_0a0b_0c0d_0eff))
  }

  @Test(arguments: [0, 15, 17])
  func rejectsOtherByteCounts(_ count: Int) {
    #expect(PostgresUUID([UInt8](repeating: 0, count: count)) == nil)
  }
}
