import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite("The batches of getaudio (need nothing)")
struct AudioCursorTests {
  static func id(_ number: Int) -> ChattID {
    ChattID(PostgresUUID(high: 7, low: UInt64(number)))
  }

  static func chatt(_ id: ChattID) -> Chatt {
    Chatt(username: "\(id)", id: id, timestamp: TestService.timestamp)
  }

  /// The ids of the batches in which chatts of such sizes come.
  func batches(
    of sizes: [Int], bytesMax: Int, rowsMax: Int = 100,
    fetch: @escaping @Sendable ([ChattID]) async throws(TimelineError) -> [Chatt] = {
      ids in ids.reversed().map { Self.chatt($0) }
    }
  ) async throws -> [[ChattID?]] {
    var limits = PostgresTimeline.Limits()
    limits.batchBytesMax = bytesMax
    limits.batchRowsMax = rowsMax
    let entries = sizes.enumerated().map {
      AudioCursor.Entry(id: Self.id($0.offset), byteCount: $0.element)
    }
    let cursor = AudioCursor(entries, limits: limits, fetch: fetch)
    var batches: [[ChattID?]] = []
    while let batch = try await cursor.next() { batches.append(batch.map(\.id)) }
    #expect(try await cursor.next() == nil)
    return batches
  }

  @Test(
    "a batch holds as many bytes and rows as it may, and one chatt at least",
    arguments: [
      ([], 10, 100, []), ([5], 10, 100, [1]), ([5, 5], 10, 100, [2]), ([5, 6], 10, 100, [1, 1]),
      ([11, 1], 10, 100, [1, 1]), ([1, 11, 1], 10, 100, [1, 1, 1]),
      ([10, 0, 0, 1], 10, 100, [3, 1]),
      ([0, 0, 0, 0, 0], 10, 2, [2, 2, 1]), ([1, 1], 0, 100, [1, 1]),
      ([.max, .max, 0], .max, 100, [1, 2]),
    ] as [([Int], Int, Int, [Int])])
  func sizes(sizes: [Int], bytesMax: Int, rowsMax: Int, expected: [Int]) async throws {
    let batches = try await batches(of: sizes, bytesMax: bytesMax, rowsMax: rowsMax)
    #expect(batches.map(\.count) == expected)
    #expect(batches.joined().map(\.self) == sizes.indices.map { Self.id($0) }, "in their order")
  }

  @Test("a chatt that has gone meanwhile is left out, the batch comes all the same")
  func deleted() async throws {
    let gone = Self.id(1)
    let batches = try await batches(of: [1, 1, 1], bytesMax: 2) { ids in
      ids.filter { $0 != gone }.map { Self.chatt($0) }
    }
    #expect(batches == [[Self.id(0)], [Self.id(2)]])
  }

  @Test("a row that cannot be read comes as an empty chatt, for the list to count")
  func unreadable() async throws {
    let bad = Self.id(0)
    let batches = try await batches(of: [1, 1], bytesMax: 10) { ids in
      ids.map { $0 == bad ? Chatt() : Self.chatt($0) }
    }
    #expect(batches == [[Self.id(1), nil]])
  }

  @Test("an error is passed on")
  func failure() async throws {
    await #expect(throws: TimelineError.timedOut) {
      _ = try await batches(of: [1], bytesMax: 1) { _ throws(TimelineError) in throw .timedOut }
    }
  }
}

@Suite("The batches of getaudio from a database", .needs(.postgreSQL), .timeLimit(.minutes(1)))
struct AudioCursorDatabaseTests {
  @Test("what is posted or deleted while a list is read neither shifts nor repeats anything")
  func meanwhile() async throws {
    let database = try await TimelineDatabase()
    var limits = PostgresTimeline.Limits()
    limits.batchRowsMax = 2
    try await database.withTimeline(limits: limits) { timeline in
      for name in ["1", "2", "3", "4", "5", "6"] {
        try await timeline.post(NewChatt(username: name, message: "m"))
      }
      let batches = try await timeline.audio()
      #expect(try await batches.next()?.map(\.username) == ["6", "5"])
      try await timeline.post(NewChatt(username: "7", message: "m"))
      try await database.run("delete from chatts where username in ('5', '4')")
      #expect(try await batches.next()?.map(\.username) == ["3"])
      try await database.run("delete from chatts where username < '3'")
      #expect(try await batches.next()?.isEmpty == true)
      #expect(try await batches.next() == nil)
    }
  }

  @Test("a batch takes clips and messages up to its bytes out of the database")
  func bytes() async throws {
    let database = try await TimelineDatabase()
    let clip = try TinyClip.clip()
    var limits = PostgresTimeline.Limits()
    limits.batchBytesMax = 2 * clip.bytes.count
    try await database.withTimeline(limits: limits) { timeline in
      for number in 0..<5 {
        try await timeline.post(NewChatt(username: "\(number)", message: nil, audio: clip))
      }
      let long = String(repeating: "m", count: 2 * clip.bytes.count)
      try await timeline.post(NewChatt(username: "5", message: long))
      try await timeline.post(NewChatt(username: "6", message: ""))
      var names: [[String?]] = []
      for try await batch in try await timeline.audio() { names.append(batch.map(\.username)) }
      #expect(names == [["6", "5"], ["4", "3"], ["2", "1"], ["0"]])
    }
  }

  @Test("a database that goes away in the middle of a list is an error of its next batch")
  func away() async throws {
    let database = try await TimelineDatabase()
    var limits = PostgresTimeline.Limits()
    limits.batchRowsMax = 1
    try await database.withTimeline(limits: limits) { timeline in
      for name in ["1", "2"] {
        try await timeline.post(NewChatt(username: name, message: "m"))
      }
      let batches = try await timeline.audio()
      _ = try await batches.next()
      try await database.setConnectable(false)
      await database.expectUnavailable { try await batches.next() }
      try await database.setConnectable(true)
    }
  }
}
