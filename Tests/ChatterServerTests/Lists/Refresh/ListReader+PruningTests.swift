import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListReaderPruningTests {
  static let notes = "select count(*) from chatt_removals where sequence is not null"
  static let markers = "select count(*) from chatt_removals where sequence is null"

  @Test func deletesOldNotesWithoutHidingRemovalsFromServers() async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { first, second in
      for number in 0..<20 { try await first.post(RetentionTests.chatt(number)) }
      #expect(try await first.messages().count == 20)
      #expect(try await second.messages().count == 20)
      try await database.run("delete from chatts where username < 'user1010'")
      #expect(try await first.messages().count == 10, "the first server has seen the removals")

      let pruning = RemovalPruning(lifetime: .zero, rowsMax: 3)
      try await first.loop.run {
        let (pool, end) = (first.timeline.pool, Deadline.after(.seconds(90)))
        // Open transactions of other tests on the same server hold the horizon back.
        while try await database.run(Self.notes) != "0", !end.hasPassed {
          try await pruning.prune(on: pool, until: end)
          // The horizon has passed when a later transaction has ended.
          try await database.run("create table later (); drop table later")
        }
      }
      #expect(try await database.run(Self.notes) == "0")
      #expect(try await database.run(Self.markers) == "1")
      try await first.post(RetentionTests.chatt(30))
      for server in [second, first] { #expect(try await server.messages().count == 11) }
    }
  }

  @Test func keepsNotesOfTransactionsOpenAtTheHorizon() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      for number in 0..<4 { try await server.post(RetentionTests.chatt(number)) }
      let pruning = RemovalPruning(lifetime: .zero, rowsMax: 100)
      let deletion = try await OpenTransaction(on: database, "delete from chatts")
      try await server.loop.run {
        let pool = server.timeline.pool
        try await pruning.prune(on: pool, until: .after(hangTimeout))
        try await database.run("insert into chatt_removals (sequence) values (0)")
        try await pruning.prune(on: pool, until: .after(hangTimeout))
      }
      #expect(try await database.run(Self.notes) == "1")
      #expect(try await database.run(Self.markers) == "0")
      try await deletion.end("rollback")
    }
  }
}
