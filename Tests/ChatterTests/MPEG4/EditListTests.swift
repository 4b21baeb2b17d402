import Testing

@testable import Chatter

struct EditListTests {
  private typealias B = BoxBuilder

  /// Eight seconds of media at 1000 units a second, in a movie of 100 units a second.
  private func duration(
    _ edits: [[Int]], isFragmented: Bool = false
  ) throws -> Duration {
    let bytes = B.table("elst", edits.map { $0 + [1 << 16] })
    return try EditList(Box.first(of: bytes), in: bytes)
      .duration(of: 8000, timescale: 1000, movieTimescale: 100, isFragmented: isFragmented)
  }

  @Test func playsAllMediaWithoutEdits() throws {
    #expect(try duration([]) == .seconds(8))
  }

  @Test func playsAnEditFromItsStartForItsLength() throws {
    #expect(try duration([[300, 1000]]) == .seconds(3))
    #expect(try duration([[300, 0], [100, 5000]]) == .seconds(4))
  }

  @Test func endsEditsWithTheMedia() throws {
    #expect(try duration([[900, 1000]]) == .seconds(7))
    #expect(try duration([[Int(UInt32.max), 0]]) == .seconds(8))
  }

  @Test func playsTheRestForLengthZeroAndInFragmentedFiles() throws {
    #expect(try duration([[0, 1000]]) == .seconds(7))
    #expect(try duration([[300, 1000]], isFragmented: true) == .seconds(7))
  }

  @Test func excludesPausesBeforeTheSound() throws {
    #expect(try duration([[500, 0xFFFF_FFFF], [200, 0]]) == .seconds(2))
  }

  @Test func skipsEditsThatPlayNothing() throws {
    #expect(try duration([[100, 8000]]) == .seconds(8))
    #expect(try duration([[500, 0xFFFF_FFFF]]) == .seconds(8))
  }

  @Test func reads64BitFieldsOfVersion1() throws {
    func list(_ start: UInt64) throws -> EditList {
      let bytes = B.fullBox(
        "elst", version: 1, B.u32(1), B.u64(.max), B.u64(start), B.u32(1 << 16))
      return try EditList(Box.first(of: bytes), in: bytes)
    }
    func played(_ edits: EditList) throws -> Duration {
      try edits.duration(of: 8000, timescale: 1000, movieTimescale: 1, isFragmented: false)
    }
    #expect(try played(list(2000)) == .seconds(6))
    #expect(try played(list(1 << 62)) == .seconds(8))
    #expect(try played(list(.max)) == .seconds(8))
    #expect(throws: AudioClipError.malformed(.elst)) { try list(1 << 63) }
  }
}
