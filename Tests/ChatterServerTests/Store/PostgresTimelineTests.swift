import Chatter
import EventLoop
import HTTP
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PostgresTimelineTests {
  static let loops = TimelineDatabase.loops

  @Test(arguments: TimelineContract.clauses)
  func fulfilsTheContractWithNamedStatements(clause: TimelineContract.Clause) async throws {
    try await TimelineDatabase.shared().withServer { try await clause.check(on: $0) }
  }

  @Test(arguments: TimelineContract.clauses)
  func fulfilsTheContractWithUnnamedStatements(clause: TimelineContract.Clause) async throws {
    try await TimelineDatabase.shared()
      .withServer(statements: .unnamed) { try await clause.check(on: $0) }
  }

  @Test func showsAPostOnAnotherLoopAfterItReturns() async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { writer, reader in
      for number in 0..<20 {
        let id = try await writer.post(NewChatt(username: "a", message: "\(number)")).id
        let chatts = try await reader.chatts()
        #expect(chatts.first?.id == id && chatts.count == number + 1)
        #expect(try await reader.audio().first?.id == id)
      }
    }
  }

  @Test func storesPostsOfTwoServersOnceInOneOrder() async throws {
    let database = try await TimelineDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, loop) in Self.loops.enumerated() {
        group.addTask {
          try await database.withTimeline(on: loop) { timeline in
            let posts = (0..<100).map { post in
              let chatt = NewChatt(username: "writer \(number)", message: "\(number)-\(post)")
              return loop.start(timeline) { timeline async throws in
                try await timeline.post(chatt)
              }
            }
            for post in posts { _ = try await post.value }
          }
        }
      }
      try await group.waitForAll()
    }
    try await database.withServer { server in
      let chatts = try await server.chatts()
      let expected = (0..<2).flatMap { writer in (0..<100).map { "\(writer)-\($0)" } }
      #expect(chatts.compactMap(\.message).sorted() == expected.sorted())
      #expect(Set(chatts.map(\.id)).count == 200)
      #expect(try await server.audio().map(\.id) == chatts.map(\.id))
    }
  }

  @Test func storesClipsByteForByteWithTheirFacts() async throws {
    let database = try await TimelineDatabase()
    let bytes = try Media.clip(.iOS, seconds: 3)
    let clip = try AudioClip(bytes: bytes)
    try await database.withServer { server in
      try await server.post(NewChatt(username: "a", message: nil, audio: clip))
      let chatts = try await server.audio()
      #expect(try chatts.first?.audioBytes() == bytes)
    }
    let facts = try await database.run(
      """
      select audio_codec, audio_sample_rate, audio_channels, audio_bytes,
        audio_bytes = octet_length(audio), audio_duration_us between 2900000 and 3200000 from chatts
      """)
    #expect(facts == "aac-lc|12000|1|\(bytes.count)|t|t")
  }

  @Test(arguments: [1, 16_777_216])
  func storesTheShortestAndTheLongestMessage(count: Int) async throws {
    try await TimelineDatabase().withTimeline { timeline in
      let message = String(repeating: "m", count: count)
      try await timeline.post(NewChatt(username: "a", message: message))
      #expect(try await timeline.chatts().first?.message == message)
    }
  }

  @Test func refusesChattsThatViolateTheSchema() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for chatt in [
        NewChatt(username: "", message: "b"),
        NewChatt(username: String(repeating: "é", count: 256), message: "b"),
        NewChatt(username: "a", message: String(repeating: "m", count: 16_777_217)),
        NewChatt(username: "a", message: nil),
      ] {
        await #expect(
          throws: TimelineError.refused("the chatt is too long for the database: shorten it")
        ) {
          try await timeline.post(chatt)
        }
      }
    }
    #expect(try await database.count() == 0)
  }

  @Test(
    arguments: [
      ("0001-01-01 00:00:00+00", true), ("9999-12-31 23:59:59.999999+00", true),
      ("10000-01-01 00:00:00+00", false), ("0001-12-31 23:59:59+00 BC", false),
      ("4713-11-24 00:00:00+00 BC", false),
    ])
  func showsOnlyYears1To9999(time: String, isShown: Bool) async throws {
    let database = try await TimelineDatabase()
    try await database.run(
      "insert into chatts (id, username, message, created_at) "
        + "values (gen_random_uuid(), 'a', 'b', '\(time)')")
    try await database.withTimeline { timeline in
      let chatt = try #require(try await timeline.chatts().first)
      #expect((chatt.id != nil) == isShown && (chatt.timestamp != nil) == isShown)
    }
  }

  @Test func failsFastWhenTheDatabaseIsUnavailable() async throws {
    let database = try await TimelineDatabase()
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) { timeline in
      try await timeline.post(NewChatt(username: "a", message: "before"))
      try await database.setConnectable(false)
      await database.expectUnavailable { try await timeline.chatts() }
      await database.expectUnavailable {
        try await timeline.post(NewChatt(username: "a", message: "meanwhile"))
      }
      #expect(record.all.count == 2)
      try await database.setConnectable(true)
      // A pool that could not connect retries after less than a second.
      try await eventually {
        (try? await timeline.post(NewChatt(username: "a", message: "after"))) != nil
      }
      #expect(try await timeline.chatts().map(\.message) == ["after", "before"])
    }
  }
}

extension TimelineDatabase {
  /// Forbids connections and ends every session, as if the server were stopped, or undoes that.
  func setConnectable(_ isConnectable: Bool) async throws {
    let components = database.url.split(separator: "?", maxSplits: 1)
    let server = "postgresql://chatterd@/postgres?" + (components.last ?? "")
    let sql = [
      "alter database \(database.name) allow_connections \(isConnectable)",
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity "
        + "where datname = '\(database.name)'",
    ]
    for statement in sql {
      _ = try await ProgramRun("psql", ["-X", "-q", "-d", server, "-c", statement]).checked()
    }
  }

  /// Expects `unavailable` with any delay, of a post or of a read.
  func expectUnavailable<Value>(_ body: () async throws -> Value) async {
    await #expect {
      _ = try await body()
    } throws: { error in
      switch error {
      case TimelineError.unavailable, ReadError.unavailable: true
      default: false
      }
    }
  }
}
