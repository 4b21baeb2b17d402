import Chatter
import HTTP
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.time))
struct ListStreamTests {
  /// A list and its table.
  struct Fixture {
    var pair: ListPair

    /// - Parameter clips: the length of the clip of each row in bytes, oldest first.
    init(
      _ clips: [Int?], messageBytes: Int = 5, order: ListProfile.Order = .newest,
      bytesMax: Int = 0
    ) {
      pair = ListPair(ListProfile(order: order), bytesMax: bytesMax)
      for (index, clip) in clips.enumerated() {
        pair.post(Int64(index + 1), messageBytes: messageBytes, clipBytes: clip)
      }
    }

    var expected: String { pair.text(.audio) }

    func source(
      willRead:
        @escaping @Sendable (RowSource, RowSource.Query) throws(ReadError) -> Void = {
          _, _ throws(ReadError) in
        }
    ) -> RowSource {
      RowSource(Array(pair.reference.rows.values), willRead: willRead)
    }

    /// The slices of the stream.
    func slices(_ source: RowSource, _ coding: ContentCoding = .identity) async throws
      -> [ArraySlice<UInt8>]
    {
      let stream = ListStream(pair.body(.audio), in: coding, from: source)
      var slices: [ArraySlice<UInt8>] = []
      while let slice = try await stream.next() {
        #expect(!slice.isEmpty)
        slices.append(slice)
      }
      #expect(try await stream.next() == nil)
      return slices
    }

    func text(_ source: RowSource, _ coding: ContentCoding = .identity) async throws -> String {
      try await slices(source, coding).decoded(coding)
    }
  }

  static let batch = ListStream.batchBytesMax

  @Test(arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func streamsEveryCodingAndOrder(coding: ContentCoding, order: ListProfile.Order) async throws {
    let clips: [[Int?]] = [
      [], [nil], [1], [Self.batch], [Self.batch + 1], [3 * Self.batch - 1, nil, 2],
      [nil, nil, 100, nil, 200_000, 7, nil, nil, 400_001, 5, 5, 5],
    ]
    for clips in clips {
      for bytesMax in [0, 1 << 20, 1 << 30] {
        let fixture = Fixture(clips, order: order, bytesMax: bytesMax)
        for _ in 0..<2 {
          #expect(try await fixture.text(fixture.source(), coding) == fixture.expected)
        }
      }
    }
  }

  @Test func limitsTheSizeOfBatchesAndSlices() async throws {
    let most = Self.batch * 4 / 3 + 4096
    let fixture = Fixture(
      Array(repeating: 30_000, count: 40) + [5 * Self.batch] + Array(repeating: 10, count: 1200))
    let source = fixture.source()
    let slices = try await fixture.slices(source)
    #expect(slices.allSatisfy { $0.count <= most })
    #expect(slices.text == fixture.expected)
    for case .rows(let places) in source.queries {
      #expect(places.count <= ListStream.batchRowsMax)
      let bytes = places.reduce(0) { $0 + (fixture.pair.reference.rows[$1]?.clipBytes ?? 0) }
      #expect(bytes <= Self.batch)
    }
    for case .clip(_, let offset, let count) in source.queries {
      #expect(offset % 3 == 0 && count <= Self.batch)
    }
    #expect(source.queries.count < 40, "rows are read together")
  }

  @Test(arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func leavesOutRowsRemovedEarlier(coding: ContentCoding, order: ListProfile.Order) async throws {
    let clips: [Int?] = [5, 5, Self.batch + 9, 3, 6, 7, Self.batch * 2, 8, 4]
    let all = Array(1...Int64(clips.count))
    let cases = all.map { [$0] } + [all, [1, 2, 3], [7, 8, 9], [4, 5], [1, 9], [3, 7]]
    for bytesMax in [0, 1 << 20] {
      for gone in cases {
        var fixture = Fixture(clips, order: order, bytesMax: bytesMax)
        for place in gone { fixture.pair.reference.remove(place) }
        #expect(try await fixture.text(fixture.source(), coding) == fixture.expected)
      }
    }
  }

  @Test(arguments: ContentCoding.allCases, [ListBody.Kind.chatts, .audio])
  func takesOlderRowsFromMemoryOnceTheyAreThere(coding: ContentCoding, kind: ListBody.Kind)
    async throws
  {
    var pair = ListPair(ListProfile(), bytesMax: 60_000)
    for place in 1...600 as ClosedRange<Int64> { pair.post(place, messageBytes: 100) }
    let rows = pair.expected.sorted(.oldest)
    let older = rows.prefix { pair.list.isOlder($0.sequence) }
    var memory = SegmentedList(order: .newest, memory: ListMemory(bytesMax: 1 << 30))
    memory.begin(at: .empty)
    memory.extend(with: OlderBatch(Array(rows.dropFirst(older.count))))
    memory.extend(with: OlderBatch(Array(older.suffix(150))))
    for isWhole in [false, true] {
      if isWhole { memory.extend(with: OlderBatch(Array(older.dropLast(150)))) }
      let source = RowSource(rows, memory: memory)
      let stream = ListStream(pair.body(kind), in: coding, from: source)
      var slices: [ArraySlice<UInt8>] = []
      while let slice = try await stream.next() { slices.append(slice) }
      #expect(try await slices.decoded(coding) == pair.text(kind))
      // The last query finds out that there are no more rows.
      #expect(source.queries.first == .newest(upTo: isWhole ? 0 : Int64(older.count - 150)))
      #expect(source.queries.count == (isWhole ? 1 : 2))
    }
  }

  @Test(
    arguments: ListProfile.Order.allCases)
  func leavesOutRowsRemovedDuringTheStream(order: ListProfile.Order) async throws {
    let fixture = Fixture(Array(repeating: nil, count: 3000), order: order)
    let gone: Int64 = order == .newest ? 10 : 2990
    let source = fixture.source { source, _ throws(ReadError) in source.set(nil, at: gone) }
    var expected = fixture.pair.reference
    expected.remove(gone)
    let text = try await fixture.text(source)
    #expect(text == expected.audio(fixture.pair.profile))
    #expect(source.queries.count >= 3000 / ListStream.batchRowsMax)
  }

  @Test func failsWhenAClipChangesWhileItIsSent() async throws {
    let fixture = Fixture([nil, 3 * Self.batch, nil])
    for now in [ListRow(test: 2, transaction: 999, clipBytes: 3 * Self.batch), nil] {
      let source = fixture.source { source, query throws(ReadError) in
        if case .clip(_, let offset, _) = query, offset > 0 { source.set(now, at: 2) }
      }
      await #expect(throws: ReadError.self) { try await fixture.slices(source) }
      #expect(source.queries.contains(.clip(2, offset: 0, count: Self.batch)))
    }
  }

  @Test func passesOnErrorsOfTheDatabase() async throws {
    let fixture = Fixture([5, Self.batch + 1])
    let source = fixture.source { _, _ throws(ReadError) in throw .timedOut }
    await #expect(throws: ReadError.timedOut) { try await fixture.slices(source) }
  }

  @Test func cachesTheNewestClipsThatFit() async throws {
    let fixture = Fixture(Array(repeating: 3000, count: 60), bytesMax: 160_000)
    _ = try await fixture.text(fixture.source())
    let live = fixture.pair.memory.live
    #expect(live.rowBytes + live.formBytes <= 120_000 && live.formBytes > 80_000)
    let second = fixture.source()
    #expect(try await fixture.text(second) == fixture.expected)
    var places: [Int64] = []
    for case .rows(let read) in second.queries { places += read }
    #expect(places.count < 50 && places.allSatisfy { $0 < 50 })
  }

  @Test(arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func sendsALongClipFromTheCache(coding: ContentCoding, order: ListProfile.Order) async throws {
    let fixture = Fixture([5, 3 * Self.batch + 1, nil], order: order, bytesMax: 32 << 20)
    #expect(try await fixture.text(fixture.source(), coding) == fixture.expected)
    let again = fixture.source()
    #expect(try await fixture.text(again) == fixture.expected)
    #expect(try await fixture.text(again, coding) == fixture.expected)
    #expect(again.queries == [])
  }

  @Test func readsALongClipFromTheDatabaseAfterEviction() async throws {
    let fixture = Fixture([3 * Self.batch], bytesMax: 32 << 20)
    _ = try await fixture.slices(fixture.source())
    let source = fixture.source()
    let stream = ListStream(fixture.pair.body(.audio), in: .identity, from: source)
    var slices: [ArraySlice<UInt8>] = []
    while let slice = try await stream.next() {
      slices.append(slice)
      guard slices.count == 2 else { continue }
      fixture.pair.memory.dropClips(
        of: ListChange(
          snapshot: try ReadyListsTests.snapshot("1:1:"),
          removals: [ListRemoval(sequence: 1, transaction: PostgresTransactionID(1))]))
    }
    #expect(slices.text == fixture.expected)
    #expect(source.queries.count == 2)
  }

  @Test func doesNotCacheAChangedRowUnderItsOldTag() async throws {
    var fixture = Fixture([4, 5, 6, 7], bytesMax: 1 << 20)
    for place in [2, 3] as [Int64] {
      _ = fixture.pair.reference.write(place, messageBytes: 50, clipBytes: 9)
    }
    #expect(try await fixture.text(fixture.source()) == fixture.expected)
    let memory = fixture.pair.memory
    let cached = fixture.pair.list.segments.flatMap(\.entries).filter {
      memory.clip(at: $0.sequence, of: $0.tag) != nil
    }
    #expect(cached.map(\.sequence) == [1, 4])
  }
}
