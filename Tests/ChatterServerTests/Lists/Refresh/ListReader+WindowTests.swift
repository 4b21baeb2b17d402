import Chatter
import HTTP
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct ListReaderWindowTests {
  /// Memory for a few hundred short rows.
  static let bytesMax = 200_000

  static func lists(
    order: ListProfile.Order = .newest, rowsMax: Int? = nil, bytesMax: Int = bytesMax
  ) -> ReadyLists {
    ReadyLists(
      profile: ListProfile(order: order), rowsMax: rowsMax, memoryBytesMax: bytesMax)
  }

  /// Checks that both lists show the rows of the table, and that memory is within its limits.
  private static func check(
    _ server: ListServer, _ lists: ReadyLists, _ database: TimelineDatabase, rowsMax: Int? = nil
  ) async throws {
    let order = lists.profile.order == .newest ? "desc" : ""
    let limit = rowsMax.map { "limit \($0)" } ?? ""
    let table = try await database.run(
      """
      select message from (
        select sequence, message from chatts order by sequence desc \(limit)) as shown
      order by sequence \(order)
      """)
    let expected = table.split(separator: "\n").map { String($0) }
    #expect(try await server.messages() == expected)
    #expect(try await server.audio().map { $0.message ?? "-" } == expected)
    let live = lists.memory.live
    #expect(live.rowBytes <= lists.memory.rowBytesMax)
    #expect(live.rowBytes + live.formBytes <= lists.memory.bytesMax)
  }

  @Test(arguments: ListProfile.Order.allCases)
  func takesOlderRowsIntoMemoryWhileTheyChange(order: ListProfile.Order) async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(2500))
    let lists = Self.lists(order: order, bytesMax: 1_000_000)
    try await database.withServer(lists: lists) { server in
      var generator = SeededGenerator(state: 7)
      repeat {
        let place = Int.random(in: 1...2500, using: &generator)
        for sql in [
          "update chatts set message = 'x' where sequence = \(place)",
          "delete from chatts where sequence = \(place % 50 * 50)", TimelineDatabase.fill(1),
        ] {
          try await database.run(sql)
          try await Self.check(server, lists, database)
        }
      } while lists.cached?.list.older != nil
    }
  }

  @Test func bringsAllRowsIntoMemoryForTheFirstList() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(15_000))
    let lists = Self.lists(bytesMax: 64 << 20)
    try await database.withServer(lists: lists) { server in
      let count = try await server.messages().count
      #expect(count == 15_000 && lists.cached?.list.olderRowsMax == 0)
    }
  }

  @Test(arguments: ListProfile.Order.allCases, [nil, 50, 1500] as [Int?])
  func readsOlderRowsFromTheTable(order: ListProfile.Order, rowsMax: Int?) async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(3000))
    let lists = Self.lists(order: order, rowsMax: rowsMax)
    try await database.withServer(lists: lists) { server in
      try await Self.check(server, lists, database, rowsMax: rowsMax)
      if rowsMax != 50 { #expect(try #require(lists.cached).list.olderRowsMax > 0) }
      for sql in [
        "update chatts set message = 'x' where sequence in (2, 2000, 2999)",
        "delete from chatts where sequence in (1, 700, 1600, 3000)",
        TimelineDatabase.fill(5), "delete from chatts where sequence between 2900 and 2990",
        "update chatts set sequence = -1 where sequence = 2995",
        "delete from chatts where sequence > 100", TimelineDatabase.fill(2500),
        "delete from chatts",
      ] {
        var before: [String?] = []
        for call in [Call.getChatts, .getAudio] { before.append(try await server.list(call).tag) }
        let text = try await server.list().text
        try await database.run(sql)
        try await Self.check(server, lists, database, rowsMax: rowsMax)
        let isSame = try await server.list().text == text
        for (call, tag) in zip([Call.getChatts, .getAudio], before) {
          if !isSame { #expect(try await server.list(call).tag != tag, "\(sql)") }
        }
      }
    }
  }

  @Test func showsARowCommittedLateAmongOlderRows() async throws {
    let database = try await TimelineDatabase()
    let late = try await OpenTransaction(
      on: database,
      "insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'late')")
    try await database.run(TimelineDatabase.fill(3000))
    let lists = Self.lists()
    try await database.withServer(lists: lists) { server in
      let before = try await server.list().tag
      #expect(try #require(lists.cached).list.olderRowsMax > 0)
      try await late.end("commit")
      #expect(try await server.list().tag != before)
      #expect(try await server.messages().last == "late")
    }
  }

  @Test(arguments: [nil, 200] as [Int?])
  func appliesALongChangeInSlices(rowsMax: Int?) async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(3000))
    let lists = Self.lists(rowsMax: rowsMax, bytesMax: 64 << 20)
    try await database.withServer(lists: lists) { server in
      try await Self.check(server, lists, database, rowsMax: rowsMax)
      for sql in [
        TimelineDatabase.fill(6000), "update chatts set message = message || ' again'",
        """
        begin; delete from chatts where sequence % 3 = 0;
        insert into chatts (id, sequence, username, message)
        select gen_random_uuid(), i, 'b', 'back ' || i from generate_series(3, 3000, 6) i; commit
        """,
        "delete from chatts where sequence % 2 = 0",
      ] {
        try await database.run(sql)
        try await Self.check(server, lists, database, rowsMax: rowsMax)
        if rowsMax == nil {
          #expect(try #require(lists.cached).generation == 1, "without loading everything")
        }
      }
      try await database.run("truncate chatts; " + TimelineDatabase.fill(6000))
      try await Self.check(server, lists, database, rowsMax: rowsMax)
    }
  }

  @Test func givesListsTheSameTagOnEveryServer() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(30))
    let (one, other) = (Self.lists(rowsMax: 20), Self.lists(rowsMax: 20, bytesMax: 1 << 20))
    try await database.withServer(lists: one) { server in
      try await database.run(TimelineDatabase.fill(7))
      let tag = try await server.list().tag
      try await database.run(TimelineDatabase.fill(3))
      let next = try await server.list().tag
      #expect(tag != next)
      try await database.withServer(lists: other) { second in
        let same = try await second.list().tag
        #expect(same == next)
      }
    }
  }

  @Test(arguments: ListProfile.Order.allCases)
  func fetchesClipsOfOlderRowsCompletely(order: ListProfile.Order) async throws {
    let database = try await TimelineDatabase()
    try await database.run(
      """
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels)
      select gen_random_uuid(), 'ada', 'm' || i,
        case when i % 3 > 0 then decode(repeat(lpad(to_hex(i % 256), 2, '0'), 100 * i), 'hex') end,
        case when i % 3 > 0 then 'aac-lc' end, case when i % 3 > 0 then 1 end,
        case when i % 3 > 0 then 1 end, case when i % 3 > 0 then 1 end
      from generate_series(1, 400) i
      """)
    for bytesMax in [0, 100_000, 64 << 20] {
      let lists = Self.lists(order: order, bytesMax: bytesMax)
      try await database.withServer(lists: lists) { server in
        for _ in 0..<2 {
          var chatts = try await server.audio()
          if order == .newest { chatts.reverse() }
          #expect(chatts.count == 400)
          for (index, chatt) in chatts.enumerated() {
            let number = index + 1
            let clip = [UInt8](repeating: UInt8(number % 256), count: 100 * number)
            #expect(try chatt.audioBytes() == (number % 3 > 0 ? clip : nil))
          }
        }
      }
    }
  }
}
