import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.time))
struct SegmentedListTests {
  static let profiles = [
    ListProfile(), ListProfile(order: .oldest), ListProfile(shape: .wrapped),
    ListProfile(shape: .wrapped, order: .oldest),
  ]

  /// The limits of a list: its memory, and the number of rows that it shows.
  static let bounds: [(bytesMax: Int, rowsMax: Int?)] = [
    (1 << 30, nil), (1 << 30, 7), (0, nil), (0, 3), (40_000, nil), (40_000, 20),
  ]

  @Test(arguments: profiles, bounds)
  func matchesAnArray(profile: ListProfile, bounds: (bytesMax: Int, rowsMax: Int?)) async throws {
    for seed in 0..<2 as Range<UInt64> {
      var pair = ListPair(
        profile, bytesMax: bounds.bytesMax, rowsMax: bounds.rowsMax, seed: seed)
      for _ in 0..<60 {
        pair.step()
        try await pair.check()
      }
    }
  }

  @Test(arguments: bounds)
  func changesTheTagWithEveryChange(bounds: (bytesMax: Int, rowsMax: Int?)) async throws {
    var pair = ListPair(
      ListProfile(), bytesMax: bounds.bytesMax, rowsMax: bounds.rowsMax, seed: 9)
    var texts: [String: String] = [:]
    for _ in 0..<300 {
      pair.step()
      let (tag, text) = (pair.list.tag.text, pair.expected.text(pair.profile))
      #expect(texts[tag] ?? text == text, "two lists with the same tag")
      texts[tag] = text
    }
    #expect(texts.count > 100)
  }

  @Test func hasTheSumOfTheShownRowsAsTag() {
    for rowsMax in [nil, 5] {
      var pair = ListPair(ListProfile(), rowsMax: rowsMax, seed: 3)
      for place in 1...30 as ClosedRange<Int64> { pair.post(place) }
      #expect(pair.list.tag == pair.expected.tag)
    }
  }

  @Test func keepsEvictedRowsInTheTag() {
    var pair = ListPair(ListProfile(), bytesMax: 20_000, seed: 3)
    for place in 1...300 as ClosedRange<Int64> { pair.post(place, messageBytes: 400) }
    #expect(pair.list.older != nil && pair.list.rowCount < 300)
    #expect(pair.list.tag == pair.reference.tag)
  }

  @Test func isEmptyAfterAllRowsAreRemoved() async throws {
    for pick in [0, 1, 2] {
      var pair = ListPair(ListProfile(), seed: 7)
      pair.take((1...40).map { pair.reference.write($0, messageBytes: 4000) })
      while !pair.reference.rows.isEmpty {
        let places = pair.reference.sequences
        pair.remove([places[0], places[places.count - 1], places[places.count / 2]][pick])
      }
      try await pair.check()
      #expect(pair.list.segments.isEmpty && pair.list.tag == .empty)
    }
  }

  @Test func keepsSegmentsFewAndWithinTheirLimits() async throws {
    for way in 0..<3 {
      var pair = ListPair(ListProfile(), seed: 1)
      let rows = (1...3000).map { pair.reference.write($0, messageBytes: 900) }
      switch way {
      case 0: for row in rows { pair.take([row]) }
      case 1: pair.take(rows)
      default:
        pair.take([rows[2999]])
        pair.take(Array(rows.prefix(2999)))
      }
      try await pair.check()
      let sizes = pair.list.segments.map(\.text.bytes.count)
      #expect(sizes.allSatisfy { $0 <= SegmentedList.segmentBytesMax })
      #expect(sizes.count <= 14, "few enough to be sent as a few slices: \(sizes)")
    }
  }

  @Test func copiesAtMostTheNewestSegmentForAPost() {
    var pair = ListPair(ListProfile(), seed: 1)
    var joinedBytes = 0
    for place in 1...4000 as ClosedRange<Int64> {
      let before = pair.list.segments
      pair.post(place, messageBytes: 900)
      let new = pair.list.segments.filter { segment in !before.contains { $0 === segment } }
      if pair.list.segments.count == before.count, new.count == 1 {
        #expect(new[0].text.bytes.count <= SegmentedList.newestBytesMax + 1000)
      } else {
        joinedBytes += new.reduce(0) { $0 + $1.text.bytes.count }
      }
    }
    #expect(joinedBytes <= 8 * pair.list.byteCount)
  }

  @Test func givesALongRowItsOwnSegment() async throws {
    var pair = ListPair(ListProfile(), seed: 1)
    for (place, bytes) in [(1, 10), (5, 3 << 20), (9, 10), (3, 2 << 20), (7, 100)] {
      pair.post(Int64(place), messageBytes: bytes)
      // Not compressed: the decoder refuses texts that compress too well.
      for kind in [ListBody.Kind.chatts, .audio] {
        #expect(try await pair.decodedBody(kind, .identity) == pair.text(kind))
      }
      #expect(pair.list.segments.flatMap(\.entries).map(\.sequence) == pair.reference.sequences)
    }
  }

  @Test func usesTheLastOfSeveralRowsWithOneSequenceNumber() {
    var list = SegmentedList(order: .newest, memory: ListMemory(bytesMax: 1 << 20))
    let rows = [3, 4, 5].map { ListRow(test: 1, transaction: $0) }
    list.update(rows)
    #expect(list.tag == rows[2].tag && list.rowCount == 1)
    list.update([ListRow(test: 2), rows[0], rows[1]])
    #expect(list.entry(at: 1)?.tag == rows[1].tag && list.entry(at: 2) != nil)
    #expect(list.entry(at: 3) == nil)
  }

  @Test(arguments: profiles)
  func compressesEachRowOnce(profile: ListProfile) async throws {
    for kind in [ListBody.Kind.chatts, .audio] {
      var pair = ListPair(profile, seed: 3)
      pair.take((1...3).map { pair.reference.write($0, messageBytes: 3000) })
      var before: [UInt8] = []
      for place in 4...60 as ClosedRange<Int64> {
        pair.post(place, messageBytes: 3000)
        let slices = try #require(await pair.body(kind).slices(in: .gzip)).slices
        let after = Array(slices.dropFirst(2).dropLast(2)).whole
        // If the old rows were compressed again, they would be shorter, with a shared dictionary.
        #expect(profile.order == .newest ? after.hasSuffix(before) : after.starts(with: before))
        #expect(try await slices.decoded(.gzip) == pair.text(kind))
        before = after
      }
    }
  }

  @Test(arguments: profiles)
  func yieldsWhileCompressingALongList(profile: ListProfile) async throws {
    var pair = ListPair(profile, seed: 4)
    pair.take((1...900).map { pair.reference.write($0, messageBytes: 1000) })
    let (body, text) = (pair.body(.chatts), pair.text(.chatts))
    let (ticks, isOver) = (Counter(), Counter())
    let loop = TimelineDatabase.loops[0]
    let other = Task(executorPreference: loop) {
      while isOver.value == 0 {
        ticks.add(1)
        await Task.yield()
      }
    }
    while ticks.value == 0 { await Task.yield() }
    let (held, count) = try await loop.run {
      let before = ticks.value
      return (await body.slices(in: .gzip), ticks.value - before)
    }
    isOver.add(1)
    await other.value
    #expect(try await held?.slices.decoded(.gzip) == text)
    #expect(count >= 900_000 / EncodedRows.bytesPerYieldMax)
  }

  @Test func wantsOlderRowsAgainAfterMostRowsAreRemoved() {
    var pair = ListPair(ListProfile(), bytesMax: 1_000_000, seed: 3)
    for place in 1...3000 as ClosedRange<Int64> { pair.post(place, messageBytes: 400) }
    #expect(!pair.list.wantsOlder)
    let first = 3001 - Int64(pair.list.rowCount) / 4
    for place in first...3000 { pair.remove(place) }
    #expect(!pair.list.wantsOlder)
    for place in 2400..<first { pair.remove(place) }
    #expect(pair.list.wantsOlder)
  }

  @Test func findsSegmentsByTheirLastRows() {
    var pair = ListPair(ListProfile(), seed: 5)
    for _ in 0..<200 { pair.step() }
    let places = pair.list.segments.flatMap(\.entries).map(\.sequence)
    for place in -10...(pair.reference.sequences.last ?? 0) + 2 {
      let segment = pair.list.segment(upTo: place)
      let newest = places.last { $0 <= place }
      let isEnd = pair.list.segments.contains { $0.last == newest }
      #expect(segment?.last == (isEnd ? newest : nil))
    }
  }

  @Test func endsAskingForOlderRowsThatDoNotFit() {
    var list = SegmentedList(order: .newest, memory: ListMemory(bytesMax: 1000))
    list.begin(at: .empty)
    #expect(list.wantsOlder)
    list.extend(with: OlderBatch(rows: [ListRow(test: 9, messageBytes: 600)], first: 9))
    #expect(!list.wantsOlder && list.rowCount == 0 && list.isOlder(9))
  }
}

extension [UInt8] {
  func hasSuffix(_ suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
