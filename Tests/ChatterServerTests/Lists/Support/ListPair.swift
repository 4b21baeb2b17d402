import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// A list and a reference with the same changes.
struct ListPair {
  let profile: ListProfile
  let memory: ListMemory
  var list: SegmentedList
  /// All rows of the table.
  var reference = ReferenceList()
  var generator: SeededGenerator

  init(
    _ profile: ListProfile, bytesMax: Int = 1 << 30, rowsMax: Int? = nil, seed: UInt64 = 1
  ) {
    self.profile = profile
    memory = ListMemory(bytesMax: bytesMax)
    list = SegmentedList(order: profile.order, rowsMax: rowsMax, memory: memory)
    generator = SeededGenerator(state: seed)
  }

  /// The rows that the list shows.
  var expected: ReferenceList {
    guard let rowsMax = list.rowsMax else { return reference }
    var shown = reference
    for place in reference.sequences.dropLast(rowsMax) { shown.remove(place) }
    return shown
  }

  func body(_ kind: ListBody.Kind) -> ListBody {
    ListBody(kind, list, envelope: ListEnvelope(profile))
  }

  func text(_ kind: ListBody.Kind) -> String {
    kind == .chatts ? expected.text(profile) : expected.audio(profile)
  }

  func source() -> RowSource { RowSource(Array(reference.rows.values)) }

  /// Changes the list as `ReadyLists.publish` does.
  mutating func take(_ rows: [ListRow], removing removals: [ListRemoval] = []) {
    let old = list.segments
    list.update(rows, removing: removals)
    let difference = SegmentDifference(from: old, to: list.segments)
    difference.settle(in: memory, rowBytes: list.byteCount)
    guard memory.evictClips() else { return }
    for segment in list.segments {
      memory.release(segment.dropForms())
      guard memory.evictClips() else { return }
    }
  }

  mutating func post(_ sequence: Int64, messageBytes: Int = 20, clipBytes: Int? = nil) {
    take([reference.write(sequence, messageBytes: messageBytes, clipBytes: clipBytes)])
  }

  mutating func remove(_ sequence: Int64) {
    take([], removing: [removal(sequence)])
  }

  private mutating func removal(_ sequence: Int64) -> ListRemoval {
    // Each removal has its own transaction, like each write.
    let transaction = reference.write(sequence, messageBytes: 0).transaction
    reference.remove(sequence)
    return ListRemoval(sequence: sequence, transaction: transaction)
  }

  /// Makes a random change: adds newer or late rows, or changes or removes rows.
  mutating func step() {
    let newest = reference.sequences.last ?? 0
    var (rows, removals): ([ListRow], [ListRemoval]) = ([], [])
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let old = reference.sequences.randomElement(using: &generator)
      let length =
        Bool.random(using: &generator)
        ? Int.random(in: 0...20, using: &generator) : Int.random(in: 0...2000, using: &generator)
      let clip = Int.random(in: 0..<3, using: &generator) == 0 ? length * 3 : nil
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let place = newest + Int64.random(in: 1...5, using: &generator)
        rows.append(reference.write(place, messageBytes: length, clipBytes: clip))
      case 4..<6:
        let place = Int64.random(in: -5...max(1, newest), using: &generator)
        rows.append(reference.write(place, messageBytes: length, clipBytes: clip))
      case 6: rows.append(reference.write(old ?? 1, messageBytes: length, clipBytes: clip))
      case 7...8:
        guard let old else { break }
        removals.append(removal(old))
        rows.removeAll { $0.sequence == old }
      default: for row in reference.rows.values.prefix(3) { rows.append(row) }
      }
    }
    // A poll reports the current state: a sequence number is removed or has one row.
    let present = rows.filter { reference.rows[$0.sequence]?.tag == $0.tag }
    let places = Set(present.map(\.sequence))
    take(
      present.shuffled(using: &generator),
      removing: removals.filter { !places.contains($0.sequence) })
  }

  func check() async throws {
    let places = list.segments.flatMap(\.entries).map(\.sequence)
    #expect(places == Array(reference.sequences.suffix(places.count)))
    #expect(list.rowCount == places.count)
    #expect(list.rowCount <= list.rowsMax ?? .max)
    #expect(list.byteCount == list.segments.reduce(0) { $0 + $1.byteCount })
    #expect(list.byteCount <= memory.rowBytesMax)
    #expect(memory.live.rowBytes + memory.live.formBytes <= memory.bytesMax)
    let coding = ContentCoding.allCases[reference.rows.count % 2]
    for kind in [ListBody.Kind.chatts, .audio] {
      #expect(try await decodedBody(kind, coding) == text(kind))
    }
  }

  /// The body, from slices or from a stream.
  func decodedBody(_ kind: ListBody.Kind, _ coding: ContentCoding) async throws -> String {
    let body = body(kind)
    if let held = await body.slices(in: coding) {
      return try await held.slices.decoded(coding)
    }
    let stream = ListStream(body, in: coding, from: source())
    var slices: [ArraySlice<UInt8>] = []
    while let slice = try await stream.next() { slices.append(slice) }
    return try await slices.decoded(coding)
  }
}
