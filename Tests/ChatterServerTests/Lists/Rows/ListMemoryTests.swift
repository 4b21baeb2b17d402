import Chatter
import HTTP
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ListMemoryTests {
  private static let tag = ListTag(place: 7)

  @Test(.needs(.time), arguments: [0, 30_000, 1 << 30])
  func returnsToZeroAfterListsAndResponsesEnd(bytesMax: Int) async throws {
    let memory: ListMemory
    do {
      var pair = ListPair(ListProfile(), bytesMax: bytesMax, seed: 5)
      memory = pair.memory
      var responses: [ListStream] = []
      for number in 0..<80 {
        pair.step()
        _ = try await pair.decodedBody(.audio, ContentCoding.allCases[number % 2])
        _ = try await pair.decodedBody(.chatts, ContentCoding.allCases[number % 2])
        let stream = ListStream(pair.body(.audio), in: .gzip, from: pair.source())
        _ = try await stream.next()
        responses.append(stream)
      }
      #expect(memory.allocatedBytes > 0)
      #expect(memory.retiredBytes > 0, "old responses hold old segments")
      responses = []
      for place in pair.reference.sequences { pair.remove(place) }
      // Drops the clips of removed rows, as the program does.
      memory.dropClips(
        of: ListChange(
          snapshot: try ReadyListsTests.snapshot("1:1:"),
          removals: (-100...9000).map {
            ListRemoval(sequence: $0, transaction: PostgresTransactionID(1))
          }))
      #expect(memory.live.formBytes == 0 && memory.live.rowBytes == 0)
    }
    #expect(memory.allocatedBytes == 0)
  }

  @Test func evictsTheOldestClipsForRowsAndCompressedForms() {
    // 120,000 bytes for rows and forms, and at most 10,000 for a clip.
    let memory = ListMemory(bytesMax: 160_000)
    func insert(_ place: Int64) {
      let text = EncodedRows(
        [UInt8](repeating: 1, count: 10_000), order: .newest, memory: memory)
      memory.insert(text, at: place, of: Self.tag)
    }
    func cached() -> [Int64] { (1...40).filter { memory.clip(at: $0, of: Self.tag) != nil } }
    for place in (1...20 as ClosedRange<Int64>).shuffled() { insert(place) }
    #expect(cached() == Array(9...20))
    insert(3)
    #expect(cached() == Array(9...20), "an older clip does not evict newer ones")
    insert(30)
    #expect(cached() == Array(10...20) + [30])
    #expect(memory.clip(at: 30, of: ListTag(place: 8)) == nil, "the clip of another row")
    #expect(memory.reserve(20_000))
    #expect(cached() == Array(12...20) + [30])
    memory.setRows(80_000, formsAdded: 0)
    #expect(!memory.evictClips())
    #expect(cached() == [20, 30] && memory.live.formBytes == 40_000)
    memory.setRows(110_000, formsAdded: 0)
    #expect(memory.evictClips(), "other forms must be dropped, too")
    #expect(cached().isEmpty && !memory.reserve(1))
    insert(40)
    #expect(cached().isEmpty)
  }

  @Test func letsOneReaderAssembleALongClip() {
    let memory = ListMemory(bytesMax: 160_000)
    let begins = (1...6).map { memory.beginFilling(10_000, at: $0) }
    #expect(begins == [true, true, true, true, false, false])
    #expect(memory.allocatedBytes == 40_000 && memory.live.formBytes == 40_000)
    memory.endFilling(10_000, at: 2)
    #expect(!memory.beginFilling(10_000, at: 1) && !memory.beginFilling(10_001, at: 2))
    #expect(memory.beginFilling(10_000, at: 2))
    for place in 1...4 as ClosedRange<Int64> { memory.endFilling(10_000, at: place) }
    #expect(memory.allocatedBytes == 0 && memory.live.formBytes == 0)
    memory.setRows(120_000, formsAdded: 0)
    #expect(!memory.beginFilling(1, at: 1))
  }

  @Test func doesNotCacheClipsOverTheLimit() {
    let memory = ListMemory(bytesMax: 160_000)
    for count in [10_001, 10_000] {
      memory.insert(
        EncodedRows([UInt8](repeating: 1, count: count), order: .newest, memory: memory), at: 1,
        of: Self.tag)
      let isCached = memory.clip(at: 1, of: Self.tag) != nil
      #expect(isCached == (count == 10_000))
    }
  }
}
