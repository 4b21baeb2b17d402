import Testing

@testable import Chatter

@Suite struct FieldReaderTests {
  private func reader(_ bytes: [UInt8]) throws -> FieldReader {
    let file = BoxBuilder.box("stts", bytes) + [0xFF, 0xFF]
    return FieldReader(try Box.first(of: file), in: file)
  }

  @Test func readsFieldsInNetworkByteOrder() throws {
    var fields = try reader(Array(1...20))
    #expect(try fields.versionAndFlags() == (1, 0x020304))
    #expect(try fields.uint8() == 5)
    #expect(try fields.uint16() == 0x0607)
    try fields.skip(1)
    #expect(try fields.uint32() == 0x090A_0B0C)
    #expect(try fields.uint64() == 0x0D0E_0F10_1112_1314)
    #expect(fields.remaining == 0)
  }

  @Test(arguments: 0...7)
  func rejectsReadsPastTheEndOfTheBox(count: Int) throws {
    var fields = try reader([UInt8](repeating: 1, count: count))
    #expect(throws: AudioClipError.malformed(.stts)) { try fields.uint64() }
    #expect(throws: AudioClipError.malformed(.stts)) { try fields.skip(count + 1) }
    #expect(throws: AudioClipError.malformed(.stts)) { try fields.slice(byteCount: count + 1) }
    #expect(fields.rest().count == count)
  }

  @Test func acceptsCountsOnlyIfTheEntriesArePresent() throws {
    var fields = try reader([0, 0, 0, 2] + BoxBuilder.zeros(16))
    #expect(try fields.entryCount(entryBytes: 8) == 2)
    var short = try reader([0, 0, 0, 2] + BoxBuilder.zeros(15))
    #expect(throws: AudioClipError.malformed(.stts)) { try short.entryCount(entryBytes: 8) }
    var huge = try reader([0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: AudioClipError.malformed(.stts)) { try huge.entryCount(entryBytes: 20) }
  }

  @Test func confinesSlicesAndContinuesAfterThem() throws {
    var fields = try reader([1, 2, 3])
    var slice = try fields.slice(byteCount: 2)
    #expect(slice.rest() == [1, 2])
    #expect(throws: AudioClipError.malformed(.stts)) { try slice.uint8() }
    #expect(try fields.uint8() == 3)
  }
}
