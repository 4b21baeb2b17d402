import Chatter
import HTTP
import Testing

@testable import ChatterServer

@Suite("A getaudio that is fetched while it is sent (needs nothing)")
struct ReadyAudioStreamTests {
  /// A list of which nothing is in memory, the reference, and what has been asked.
  struct Bench {
    var reference = ReferenceList()
    let list: AudioListContent
    let profile: ListProfile
    let budget: ClipBudget

    /// - Parameter clips: how long the clip of each row is, oldest first.
    init(
      _ clips: [Int?], messageBytes: Int = 5, order: ListProfile.Order = .newest,
      budget bytesMax: Int = 0
    ) {
      profile = ListProfile(order: order)
      var rows = AudioList(order: order)
      for (index, clip) in clips.enumerated() {
        let row = reference.write(Int64(index + 1), messageBytes: messageBytes, clipBytes: clip)
        rows.update([row], removing: [])
      }
      for segment in rows.segments { _ = segment.evict() }
      budget = ClipBudget(bytesMax: bytesMax)
      list = AudioListContent(
        rows, tag: reference.tag, frame: ListFrame(profile), budget: budget)
    }

    func source(
      willAnswer:
        @escaping @Sendable (RowSource, RowSource.Question) throws(TimelineError) -> Void = {
          _, _ throws(TimelineError) in
        }
    ) -> RowSource {
      RowSource(Array(reference.rows.values), willAnswer: willAnswer)
    }

    /// The pieces of the stream.
    func pieces(_ source: RowSource, _ coding: ContentCoding = .identity) async throws
      -> [ArraySlice<UInt8>]
    {
      let stream = ReadyAudioStream(list, in: coding, from: source, budget: budget)
      var pieces: [ArraySlice<UInt8>] = []
      while let piece = try await stream.next() {
        #expect(!piece.isEmpty)
        pieces.append(piece)
      }
      #expect(try await stream.next() == nil)
      return pieces
    }

    func text(_ source: RowSource, _ coding: ContentCoding = .identity) async throws -> String {
      try await pieces(source, coding).decoded(coding)
    }
  }

  static let batch = ReadyAudioStream.batchBytesMax

  @Test(
    "all of it is what the rows say, in every coding and both orders",
    arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func whole(coding: ContentCoding, order: ListProfile.Order) async throws {
    let clips: [[Int?]] = [
      [], [nil], [1], [Self.batch], [Self.batch + 1], [3 * Self.batch - 1, nil, 2],
      [nil, nil, 100, nil, 200_000, 7, nil, nil, 400_001, 5, 5, 5],
    ]
    for clips in clips {
      let bench = Bench(clips, order: order)
      #expect(
        try await bench.text(bench.source(), coding) == bench.reference.audio(bench.profile))
    }
  }

  @Test("no batch, and no piece, is longer than its bound, nor has more rows than it may")
  func bounds() async throws {
    let most = Self.batch * 4 / 3 + 4096
    let bench = Bench(
      Array(repeating: 30_000, count: 40) + [5 * Self.batch] + Array(repeating: 10, count: 1200))
    let source = bench.source()
    let pieces = try await bench.pieces(source)
    #expect(pieces.allSatisfy { $0.count <= most })
    #expect(pieces.text == bench.reference.audio(bench.profile))
    for case .rows(let places) in source.questions {
      #expect(places.count <= ReadyAudioStream.batchRowsMax)
      let bytes = places.reduce(0) { $0 + (bench.reference.rows[$1]?.clipBytes ?? 0) }
      #expect(bytes <= Self.batch)
    }
    for case .clip(_, let offset, let count) in source.questions {
      #expect(offset % 3 == 0 && count <= Self.batch)
    }
    #expect(source.questions.count < 30, "rows are fetched together")
  }

  @Test("long messages count as clips do")
  func longMessages() async throws {
    let bench = Bench(Array(repeating: 3, count: 50), messageBytes: 60_000)
    let pieces = try await bench.pieces(bench.source())
    #expect(pieces.allSatisfy { $0.count <= Self.batch + 70_000 })
    #expect(pieces.text == bench.reference.audio(bench.profile))
  }

  @Test(
    "rows that are gone when they are fetched are left out, wherever they stood",
    arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func gone(coding: ContentCoding, order: ListProfile.Order) async throws {
    let clips: [Int?] = [nil, 5, Self.batch + 9, nil, nil, 7, Self.batch * 2, 8, nil]
    let all = Array(1...Int64(clips.count))
    var cases = all.map { [$0] } + [all, [1, 2, 3], [7, 8, 9], [4, 5], Array(all.dropLast())]
    cases += [Array(all.dropFirst()), [1, 9], [3, 7]]
    for gone in cases {
      var bench = Bench(clips, order: order)
      for place in gone { bench.reference.remove(place) }
      #expect(
        try await bench.text(bench.source(), coding) == bench.reference.audio(bench.profile))
    }
  }

  @Test("a clip that was changed, or removed, while it was sent ends the answer with an error")
  func changedInFlight() async throws {
    let bench = Bench([nil, 3 * Self.batch, nil])
    for now in [ListRow(test: 2, transaction: 999, clipBytes: 3 * Self.batch), nil] {
      let source = bench.source { source, question throws(TimelineError) in
        if case .clip(_, let offset, _) = question, offset > 0 { source.set(now, at: 2) }
      }
      await #expect(throws: TimelineError.self) { try await bench.pieces(source) }
      #expect(source.questions.contains(.clip(2, offset: 0, count: Self.batch)))
    }
  }

  @Test("a long clip that was taken away before its turn leaves its row with none")
  func clipTakenAway() async throws {
    var bench = Bench([nil, 3 * Self.batch, nil])
    _ = bench.reference.write(2, messageBytes: 3)
    #expect(try await bench.text(bench.source()) == bench.reference.audio(bench.profile))
  }

  @Test("an error of the database is passed on")
  func failure() async throws {
    let bench = Bench([5, Self.batch + 1])
    let source = bench.source { _, _ throws(TimelineError) in throw .timedOut }
    await #expect(throws: TimelineError.timedOut) { try await bench.pieces(source) }
  }

  @Test("what is fetched is kept as far as the budget goes, and not fetched again")
  func kept() async throws {
    let bench = Bench(Array(repeating: 3000, count: 30), budget: 60_000)
    let first = bench.source()
    _ = try await bench.text(first)
    let resident = bench.list.segments.reduce(0) { $0 + $1.residentBytes }
    #expect(resident > 50_000 && resident <= 60_000)
    let second = bench.source()
    #expect(try await bench.text(second) == bench.reference.audio(bench.profile))
    let asked = second.questions.map { if case .rows(let places) = $0 { places.count } else { 0 } }
    #expect(asked.reduce(0, +) < 20)
  }

  @Test(
    "a long clip is kept as it is sent, and sent from memory then, in every coding and both orders",
    arguments: ContentCoding.allCases, ListProfile.Order.allCases)
  func longKept(coding: ContentCoding, order: ListProfile.Order) async throws {
    let bench = Bench([5, 3 * Self.batch + 1, nil], order: order, budget: 1 << 20)
    let expected = bench.reference.audio(bench.profile)
    #expect(try await bench.text(bench.source(), coding) == expected)
    let again = bench.source()
    #expect(try await bench.text(again) == expected)
    #expect(try await bench.text(again, coding) == expected)
    #expect(again.questions == [])
    #expect(bench.budget.countedBytes == bench.list.segments.reduce(0) { $0 + $1.residentBytes })
  }

  @Test("a long clip that is let go while it is sent from memory is fetched from there on")
  func longLetGo() async throws {
    let bench = Bench([3 * Self.batch], budget: 1 << 20)
    _ = try await bench.pieces(bench.source())
    let source = bench.source()
    let stream = ReadyAudioStream(bench.list, in: .identity, from: source, budget: bench.budget)
    var pieces: [ArraySlice<UInt8>] = []
    while let piece = try await stream.next() {
      pieces.append(piece)
      if pieces.count == 2 { bench.budget.add(-bench.list.segments[0].evict()) }
    }
    #expect(pieces.text == bench.reference.audio(bench.profile))
    #expect(source.questions.count == 2)
  }

  @Test("a long clip whose reader leaves, and one there is no room for, are not kept")
  func longNotKept() async throws {
    let bench = Bench([3 * Self.batch], budget: 1 << 20)
    do {
      let stream = ReadyAudioStream(
        bench.list, in: .identity, from: bench.source(), budget: bench.budget)
      _ = try await stream.next()
      _ = try await stream.next()
      #expect(bench.budget.countedBytes > 3 * Self.batch, "what is to come is counted")
    }
    #expect(bench.budget.countedBytes == 0)
    let small = Bench([3 * Self.batch], budget: Self.batch)
    #expect(try await small.text(small.source()) == small.reference.audio(small.profile))
    #expect(small.list.segments[0].plain == nil && small.budget.countedBytes == 0)
  }

  @Test("what is in memory is sent from where it lies, a few pieces for each row")
  func notCopied() async throws {
    let bench = Bench(Array(repeating: 90_000, count: 40) + [10, nil], budget: 1 << 30)
    let expected = try await bench.text(bench.source())
    let pieces = try await bench.pieces(bench.source())
    #expect(pieces.text == expected)
    #expect(pieces.count <= 45)
    let texts = bench.list.segments.compactMap(\.plain).filter { $0.count > 100_000 }
    let addresses = Set(texts.map(Self.address))
    #expect(pieces.filter { addresses.contains(Self.address($0)) }.count == 40)
  }

  private static func address(_ bytes: some Collection<UInt8>) -> Int {
    bytes.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } ?? 0
  }

  @Test("a row that was changed before it was fetched is sent, and not kept as the old one")
  func changedBefore() async throws {
    var bench = Bench([nil, nil, 6, nil], budget: 1 << 20)
    for place in [2, 3] as [Int64] { _ = bench.reference.write(place, messageBytes: 50) }
    #expect(try await bench.text(bench.source()) == bench.reference.audio(bench.profile))
    let kept = bench.list.segments.filter { $0.plain != nil }.flatMap(\.entries).map(\.sequence)
    #expect(kept == [4])
  }
}
