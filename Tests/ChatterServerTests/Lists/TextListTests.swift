import Chatter
import HTTP
import Sockets
import Testing

@testable import ChatterServer

@Suite("The rows of getchatts (need nothing)")
struct TextListTests {
  /// A list and what it must be, changed alike.
  struct Pair {
    let profile: ListProfile
    var list: TextList
    var reference = ReferenceList()
    var generator: SeededGenerator

    init(_ profile: ListProfile, seed: UInt64) {
      self.profile = profile
      list = TextList(order: profile.order)
      generator = SeededGenerator(state: seed)
    }

    var content: TextListContent { TextListContent(list, frame: ListFrame(profile)) }

    /// One of what can happen: rows that are newer than all, late, changed or removed, by chance.
    mutating func step() {
      let newest = reference.sequences.last ?? 0
      var (rows, removals): ([ListRow], [Int64]) = ([], [])
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let (old, length) = (randomPlace(), randomLength())
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
          let place = newest + Int64.random(in: 1...5, using: &generator)
          rows.append(reference.write(place, messageBytes: length))
        case 4..<6:
          let place = Int64.random(in: -5...max(1, newest), using: &generator)
          rows.append(reference.write(place, messageBytes: length))
        case 6: rows.append(reference.write(old ?? 1, messageBytes: length))
        case 7...8:
          guard let old else { break }
          reference.remove(old)
          removals.append(old)
          rows.removeAll { $0.sequence == old }
        default: for row in reference.rows.values.prefix(3) { rows.append(row) }
        }
      }
      // A look says what is there now: a place is removed, or it has one row.
      let present = rows.filter { reference.rows[$0.sequence]?.tag == $0.tag }
      list.update(present.shuffled(using: &generator), removing: removals)
    }

    private mutating func randomPlace() -> Int64? {
      reference.sequences.randomElement(using: &generator)
    }

    private mutating func randomLength() -> Int {
      Bool.random(using: &generator)
        ? Int.random(in: 0...20, using: &generator) : Int.random(in: 0...2000, using: &generator)
    }

    func check() {
      #expect(content.pieces.text == reference.text(profile))
      #expect(list.tag == reference.tag)
      #expect(list.segments.flatMap(\.entries).map(\.sequence) == reference.sequences)
      for segment in list.segments {
        #expect(segment.entries.reduce(0) { $0 + $1.byteCount } == segment.bytes.count)
        #expect(segment.bytes.count <= TextList.segmentBytesMax || segment.entries.count == 1)
      }
    }
  }

  static let profiles = [
    ListProfile(), ListProfile(order: .oldest), ListProfile(shape: .wrapped),
    ListProfile(shape: .wrapped, order: .oldest),
  ]

  @Test(
    "after each of many random steps it is what a plain array of its rows would be",
    arguments: profiles)
  func model(profile: ListProfile) async throws {
    for seed in 0..<2 as Range<UInt64> {
      var pair = Pair(profile, seed: seed)
      for step in 0..<60 {
        pair.step()
        pair.check()
        guard step % 20 == 0 else { continue }
        for coding in [ContentCoding.gzip, .deflate] {
          let coded = await pair.content.pieces(in: coding)
          #expect(try await coded.decoded(coding) == pair.reference.text(profile))
        }
      }
    }
  }

  @Test("all rows removed one by one, from either end or the middle, leave an empty list")
  func emptied() {
    for pick in [0, 1, 2] {
      var pair = Pair(ListProfile(), seed: 7)
      pair.list.update((1...40).map { pair.reference.write($0, messageBytes: 4000) })
      while !pair.reference.rows.isEmpty {
        let places = pair.reference.sequences
        let place = [places[0], places[places.count - 1], places[places.count / 2]][pick]
        pair.reference.remove(place)
        pair.list.update([], removing: [place])
        pair.check()
      }
      #expect(pair.list.segments.isEmpty && pair.list.tag == .empty)
      #expect(pair.content.pieces.text == "[]")
    }
  }

  @Test("segments stay within their bounds when rows come one by one, at once, or late")
  func bounds() {
    for way in 0..<3 {
      var pair = Pair(ListProfile(), seed: 1)
      let rows = (1...3000).map { pair.reference.write($0, messageBytes: 900) }
      switch way {
      case 0: for row in rows { pair.list.update([row]) }
      case 1: pair.list.update(rows)
      default:
        pair.list.update([rows[2999]])
        pair.list.update(Array(rows.prefix(2999)))
      }
      pair.check()
      let sizes = pair.list.segments.map(\.bytes.count)
      #expect(sizes.allSatisfy { $0 <= TextList.segmentBytesMax })
      #expect(sizes.count <= 12, "few enough to be sent as a few slices: \(sizes)")
    }
  }

  @Test("a row longer than a segment may be has one of its own")
  func longRow() {
    var pair = Pair(ListProfile(), seed: 1)
    for (place, bytes) in [(1, 10), (5, 3 << 20), (9, 10), (3, 2 << 20), (7, 100)] {
      pair.list.update([pair.reference.write(Int64(place), messageBytes: bytes)])
      pair.check()
    }
  }

  @Test("of several rows with one place the last counts")
  func repeats() {
    var list = TextList(order: .newest)
    let rows = [3, 4, 5].map { ListRow(test: 1, transaction: $0) }
    list.update(rows)
    #expect(list.tag == rows[2].tag && list.segments.flatMap(\.entries).count == 1)
    list.update([ListRow(test: 2), rows[0], rows[1]])
    #expect(list.tag(at: 1) == rows[1].tag && list.tag(at: 2) != nil && list.tag(at: 3) == nil)
  }

  @Test("what was compressed is not compressed again while rows come", arguments: profiles)
  func compressedOnce(profile: ListProfile) async throws {
    var pair = Pair(profile, seed: 3)
    pair.list.update((1...3).map { pair.reference.write($0, messageBytes: 3000) })
    var before = await rowsOnly(pair.content.pieces(in: .gzip))
    for place in 4...60 as ClosedRange<Int64> {
      pair.list.update([pair.reference.write(place, messageBytes: 3000)])
      let pieces = await pair.content.pieces(in: .gzip)
      let after = rowsOnly(pieces)
      // Compressed anew, the old rows would have become shorter: they would share a dictionary.
      #expect(profile.order == .newest ? after.hasSuffix(before) : after.starts(with: before))
      #expect(try await pieces.decoded(.gzip) == pair.reference.text(profile))
      before = after
    }
  }

  @Test("a long segment is compressed in turns, and says the same", arguments: profiles)
  func turns(profile: ListProfile) async throws {
    var pair = Pair(profile, seed: 4)
    let rows = (1...900 as ClosedRange<Int64>).map { pair.reference.write($0, messageBytes: 1000) }
    pair.list.update(rows)
    let (content, text) = (pair.content, pair.reference.text(profile))
    let (turns, isOver) = (Counter(), Counter())
    let loop = TimelineDatabase.loops[0]
    let other = Task(executorPreference: loop) {
      while isOver.value == 0 {
        turns.add(1)
        await Task.yield()
      }
    }
    while turns.value == 0 { await Task.yield() }
    let (pieces, count) = try await loop.run {
      let before = turns.value
      return (await content.pieces(in: .deflate), turns.value - before)
    }
    isOver.add(1)
    await other.value
    #expect(try await pieces.decoded(.deflate) == text)
    #expect(count >= 900_000 / TextSegment.bytesPerTurnMax)
  }

  /// Without what stands around the rows: the coding's own, and the brackets.
  private func rowsOnly(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    Array(pieces.dropFirst(2).dropLast(2)).whole
  }
}

extension [UInt8] {
  func hasSuffix(_ suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
