import Testing

@testable import Chatter

struct FieldReaderTests {
  private func reader(_ bytes: [UInt8]) throws -> FieldReader {
    let file = BoxBuilder.box("stts", bytes) + [0xFF, 0xFF]
    return FieldReader(try Box.first(of: file), in: file)
  }

  @Test(arguments: 0...8)
  func readsNumbersOfUpToEightBytes(byteCount: Int) {
    let bytes: [UInt8] = [0, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88]
    let expected = 0x8182_8384_8586_8788 as UInt64 >> UInt64(64 - 8 * byteCount)
    #expect(bytes.bigEndian(at: 1, byteCount: byteCount) == expected)
  }

  @Test func readsTheNumberAfter32BitAnd64BitTimes() throws {
    typealias B = BoxBuilder
    func read(_ bytes: [UInt8]) throws -> UInt32 {
      try FieldReader.numberAfterTimes(Box.first(of: bytes), in: bytes)
    }
    #expect(try read(B.fullBox("mdhd", B.zeros(8), B.u32(600))) == 600)
    #expect(try read(B.fullBox("mvhd", version: 1, B.zeros(16), B.u32(90_000))) == 90_000)
    #expect(throws: AudioClipError.malformed(.mdhd)) { try read(B.fullBox("mdhd", B.zeros(12))) }
    #expect(throws: AudioClipError.malformed(.mvhd)) {
      try read(B.fullBox("mvhd", version: 1, B.zeros(16)))
    }
  }

  @Test func readsFieldsInNetworkByteOrder() throws {
    let file = BoxBuilder.box("stts", Array(1...20))
    var fields = try FieldReader(full: try Box.first(of: file), in: file)
    #expect(fields.version == 1 && fields.flags == 0x020304)
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

  @Test func returnsNilOnOverflow() {
    #expect(UInt64.max.plus(0) == .max)
    #expect(UInt64.max.plus(1) == nil)
    #expect((1 << 32 as UInt64).times(1 << 31) == 1 << 63)
    #expect((1 << 32 as UInt64).times(1 << 32) == nil)
  }

  @Test func convertsUnitsToNanosecondsUpToADay() {
    #expect(Duration(units: 4624, timescale: 12_000) == .nanoseconds(385_333_333))
    #expect(Duration(units: 0, timescale: .max) == .zero)
    #expect(Duration(units: 86_400, timescale: 1) == .seconds(86_400))
    #expect(Duration(units: 86_400 * 3 + 1, timescale: 3) == nil)
    #expect(Duration(units: .max, timescale: 1) == nil)
    #expect(Duration(units: UInt64(UInt32.max) * 2 - 1, timescale: .max)! < .seconds(2))
  }
}
