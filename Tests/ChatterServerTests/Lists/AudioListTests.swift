import Chatter
import HTTP
import Testing

@testable import ChatterServer

@Suite("The rows of getaudio (need nothing)")
struct AudioListTests {
  /// A list, what it must be, and the rows where clips are fetched.
  struct Pair {
    let profile: ListProfile
    var list: AudioList
    let budget: ClipBudget
    var reference = ReferenceList()
    var generator: SeededGenerator

    init(_ profile: ListProfile, budget bytesMax: Int = 1 << 30, seed: UInt64 = 1) {
      self.profile = profile
      list = AudioList(order: profile.order)
      budget = ClipBudget(bytesMax: bytesMax)
      generator = SeededGenerator(state: seed)
    }

    var content: AudioListContent {
      AudioListContent(list, tag: reference.tag, frame: ListFrame(profile), budget: budget)
    }

    func source() -> RowSource { RowSource(Array(reference.rows.values)) }

    mutating func take(_ rows: [ListRow], removing removals: [Int64] = []) {
      budget.add(list.update(rows, removing: removals))
      budget.makeRoom(in: list.segments)
    }

    mutating func post(_ sequence: Int64, messageBytes: Int = 20, clipBytes: Int? = nil) {
      take([reference.write(sequence, messageBytes: messageBytes, clipBytes: clipBytes)])
    }

    mutating func step() {
      let newest = reference.sequences.last ?? 0
      var (rows, removals): ([Int64: ListRow], [Int64]) = ([:], [])
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let old = reference.sequences.randomElement(using: &generator)
        let length = Int.random(in: 0...300, using: &generator)
        let clip = Bool.random(using: &generator) ? length * 3 : nil
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
          let place = newest + Int64.random(in: 1...5, using: &generator)
          rows[place] = reference.write(place, messageBytes: length, clipBytes: clip)
        case 4..<6:
          let place = Int64.random(in: -5...max(1, newest), using: &generator)
          rows[place] = reference.write(place, messageBytes: length, clipBytes: clip)
        case 6:
          let place = Bool.random(using: &generator) ? old ?? 1 : max(1, newest)
          rows[place] = reference.write(place, messageBytes: length, clipBytes: clip)
        default:
          guard let old else { break }
          reference.remove(old)
          removals.append(old)
          rows[old] = nil
        }
      }
      take(Array(rows.values), removing: removals)
    }

    func check() async throws {
      #expect(list.segments.flatMap(\.entries).map(\.sequence) == reference.sequences)
      for segment in list.segments {
        guard let plain = segment.plain, segment.clipBytes == nil else { continue }
        #expect(segment.entries.reduce(0) { $0 + $1.byteCount } == plain.count)
        #expect(plain.count <= 2 * AudioList.segmentBytesMax)
      }
      let coding = ContentCoding.allCases[reference.rows.count % 3]
      let response = Response(.ok, body: await content.body(in: coding, from: source()))
      let bytes = try await response.bytes()
      #expect(try await [bytes[...]].decoded(coding) == reference.audio(profile))
    }
  }

  @Test(
    "after each of many random steps it is what a plain array of its rows would be",
    arguments: TextListTests.profiles, [0, 20_000, 1 << 30])
  func model(profile: ListProfile, budgetBytes: Int) async throws {
    var pair = Pair(profile, budget: budgetBytes, seed: UInt64(budgetBytes + 3))
    for _ in 0..<100 {
      pair.step()
      try await pair.check()
      let resident = pair.list.segments.reduce(0) { $0 + $1.residentBytes }
      #expect(resident <= budgetBytes)
      #expect(pair.budget.countedBytes == resident)
    }
  }

  @Test("the newest row may be changed, lose its clip, or get one", arguments: [nil, 30] as [Int?])
  func newestChanged(clipBytes: Int?) async throws {
    var pair = Pair(ListProfile())
    pair.post(1)
    pair.post(2, clipBytes: 9)
    for clip in [clipBytes, 12, nil, 3, clipBytes] {
      pair.post(2, clipBytes: clip)
      try await pair.check()
    }
    pair.take([pair.reference.write(2, messageBytes: 1), pair.reference.write(3, messageBytes: 1)])
    try await pair.check()
  }

  @Test("a late row moves none of its neighbours, nor what is kept of them")
  func late() async throws {
    var pair = Pair(ListProfile())
    for place in [1, 3, 5] { pair.post(Int64(place), clipBytes: 300) }
    try await pair.check()
    _ = try await Response(.ok, body: pair.content.body(in: .gzip, from: pair.source())).bytes()
    let before = pair.list.segments
    pair.post(4, clipBytes: 30)
    pair.post(2)
    let after = pair.list.segments
    #expect([0, 2, 4].map { after[$0] }.elementsEqual(before, by: ===))
    #expect(before.allSatisfy { $0.residentBytes > 400 })
  }

  @Test("many rows are deleted and put in at one go")
  func many() {
    var pair = Pair(ListProfile())
    let places = Array(1...20_000 as ClosedRange<Int64>)
    pair.take(
      places.map { pair.reference.write($0 * 2, messageBytes: 1, clipBytes: $0 % 2 == 0 ? 3 : nil) }
    )
    let removals = places.filter { $0 % 4 > 1 }.map { $0 * 2 }
    for place in removals { pair.reference.remove(place) }
    let late = places.filter { $0 % 5 == 0 }.map { $0 * 2 - 1 }
    pair.take(
      late.map { pair.reference.write($0, messageBytes: 1, clipBytes: $0 % 3 == 0 ? 3 : nil) },
      removing: removals)
    #expect(pair.list.segments.flatMap(\.entries).map(\.sequence) == pair.reference.sequences)
    #expect(pair.budget.countedBytes == pair.list.segments.reduce(0) { $0 + $1.residentBytes })
  }

  @Test("what is taken out of the list is counted no more, and not kept by who is still sending it")
  func retired() {
    var pair = Pair(ListProfile())
    pair.post(1, clipBytes: 300)
    pair.post(2)
    let old = pair.list.segments
    old[0].fill(Array(repeating: 1, count: 400), keptIn: pair.budget)
    pair.reference.remove(1)
    pair.reference.remove(2)
    pair.take([], removing: [1, 2])
    #expect(pair.budget.countedBytes == 0)
    #expect(old[0].plain == nil, "a clip gives its memory back")
    old[0].fill(Array(repeating: 1, count: 400), keptIn: pair.budget)
    _ = old[1].deflatedPiece(keptIn: pair.budget)
    #expect(pair.budget.countedBytes == 0 && old[0].plain == nil)
  }

  @Test("rows without clips are compressed once while more come", arguments: TextListTests.profiles)
  func compressedOnce(profile: ListProfile) async throws {
    var pair = Pair(profile)
    pair.post(1, messageBytes: 900)
    var before: [UInt8] = []
    for place in 2...40 as ClosedRange<Int64> {
      pair.post(place, messageBytes: 900)
      let body = await pair.content.body(in: .gzip, from: pair.source())
      let bytes = try await Response(.ok, body: body).bytes()
      #expect(try await [bytes[...]].decoded(.gzip) == pair.reference.audio(profile))
      let after = try #require(pair.list.segments.first?.deflatedPiece(keptIn: pair.budget)).piece
      #expect(
        profile.order == .newest ? after.bytes.hasSuffix(before) : after.bytes.starts(with: before))
      before = after.bytes
    }
  }

  @Test("rows without clips are gathered, those with clips stand alone")
  func gathered() {
    var pair = Pair(ListProfile())
    for place in 1...500 as ClosedRange<Int64> { pair.post(place, messageBytes: 100) }
    #expect(pair.list.segments.count <= 2)
    pair.post(501, clipBytes: 10)
    pair.post(502)
    #expect(pair.list.segments.count <= 4)
    #expect(pair.list.segments.filter { $0.clipBytes != nil }.map(\.entries.count) == [1])
  }
}
