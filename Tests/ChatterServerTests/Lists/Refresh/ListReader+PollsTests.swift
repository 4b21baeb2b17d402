import Chatter
import ChatterStore
import Foundation
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct ListReaderPollsTests {
  @Test func sharesOnePollBetweenConcurrentCallers() async throws {
    let database = try await TimelineDatabase()
    // One connection, which can flush its own statistics.
    try await database.withServer(connectionsMax: 1) { server in
      try await server.post(NewChatt(username: "a", message: "m"))
      _ = try await server.reader.current()
      let start = try await database.transactions(of: server)
      for _ in 0..<10 { _ = try await server.reader.current() }
      let single = try await database.transactions(of: server) - start
      #expect((10...30).contains(single), "the count is plausible")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<500 {
          group.addTask(executorPreference: TimelineDatabase.loops[0]) {
            let lists = try await server.reader.current()
            #expect(lists.list.segments.count == 1)
          }
        }
        try await group.waitForAll()
      }
      let shared = try await database.transactions(of: server) - start - single
      #expect((1...30).contains(shared))
    }
  }

  @Test func findsChangesAfterPollsOfOnlyTheSnapshot() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      var expected: [String] = []
      for number in 0..<20 {
        // Polls that find nothing new. All but the first query only the snapshot.
        for _ in 0..<(number % 4) { #expect(try await server.messages() == expected) }
        try await database.run(
          """
          insert into chatts (id, username, message) values (gen_random_uuid(), 'a', '\(number)')
          """)
        expected.insert("\(number)", at: 0)
        #expect(try await server.messages() == expected)
      }
      try await database.run("delete from chatts where message = '7'")
      #expect(try await server.messages() == expected.filter { $0 != "7" })
    }
  }

  @Test func reportsRowsThatCannotBeShown() async throws {
    let database = try await TimelineDatabase()
    let events = ServiceEventRecord()
    try await database.run(
      """
      alter table chatts drop constraint chatts_pkey; alter table chatts alter column id drop not null;
      insert into chatts (id, username, message) values (null, 'a', 'no id');
      insert into chatts (id, username, message, created_at)
      values (gen_random_uuid(), 'a', 'late', '294276-01-01');
      insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'good')
      """)
    try await database.withServer(report: events.append) { server in
      #expect(try await server.messages() == ["good"])
      #expect(events.all == [.rowsSkipped(2)])
      try await database.run("update chatts set created_at = '294276-01-01' where message = 'good'")
      #expect(try await server.messages() == [])
      #expect(events.all == [.rowsSkipped(2), .rowsSkipped(1)])
      try await database.run("update chatts set created_at = now(), id = gen_random_uuid()")
      #expect(try await server.messages() == ["good", "late", "no id"])
      try await database.run("update chatts set id = null where message = 'late'")
      #expect(try await server.both()[0].contains("late") == false)
    }
  }

  @Test func recoversWhenTheDatabaseIsAvailableAgain() async throws {
    let database = try await TimelineDatabase()
    let errors = ErrorRecord()
    try await database.withServer(observe: errors.append) { server in
      await database.expectUnavailable {
        try await database.setConnectable(false)
        _ = try await server.reader.current()
      }
      try await database.setConnectable(true)
      try await database.waitUntilServed(by: server)
      try await server.post(NewChatt(username: "a", message: "before"))
      #expect(try await server.messages() == ["before"])
      try await database.setConnectable(false)
      await database.expectUnavailable { try await server.reader.current() }
      await database.expectUnavailable { try await server.list(.getAudio) }
      try await database.setConnectable(true)
      try await database.run(
        "insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'meanwhile')")
      try await database.waitUntilServed(by: server)
      #expect(try await server.messages() == ["meanwhile", "before"])
    }
    #expect(errors.all.count >= 3)
  }

  @Test func recoversFromATerminatedConnection() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      _ = try await server.reader.current()
      try await database.database.terminateSessions()
      try await database.waitUntilServed(by: server)
      try await server.post(NewChatt(username: "a", message: "m"))
      #expect(try await server.messages() == ["m"])
    }
  }

  @Test func loadsAllRowsOnceForTwoStartingLoops() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(1000))
    let lists = ReadyLists(profile: ListProfile())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for loop in TimelineDatabase.loops {
        group.addTask {
          try await database.withServer(on: loop, lists: lists) { server in
            let messages = try await server.messages()
            #expect(messages.count == 1000)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try #require(lists.cached).generation == 1)
  }
}

extension TimelineDatabase {
  /// Waits until a server responds again. A pool that could not connect retries after a pause.
  func waitUntilServed(by server: ListServer) async throws {
    try await eventually { (try? await server.reader.current()) != nil }
  }

  /// Returns the number of transactions that the connection of a server has run.
  func transactions(of server: ListServer) async throws -> Int {
    let flush: SQL = "select pg_stat_force_next_flush()::text"
    _ = try await server.chatts.pool.query(flush, until: .after(hangTimeout))
    let count = try await run(
      "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()")
    return try #require(Int(count))
  }
}
