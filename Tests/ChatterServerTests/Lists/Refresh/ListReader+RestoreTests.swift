import Chatter
import Foundation
import Postgres
import PrivateCluster
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListReaderRestoreTests {
  @Test func showsARestoredBackupCompletely() async throws {
    let database = try await TimelineDatabase()
    let directory = try TemporaryDirectory()
    try await database.withServer { server in
      for message in ["1", "2", "3"] {
        try await server.post(NewChatt(username: "a", message: message))
      }
      let (url, backup) = (database.database.url, directory.path(of: "backup"))
      _ = try await ProgramRun("pg_dump", ["-Fc", "-f", backup, "-d", url]).checked()
      try await database.run("delete from chatts where message = '2'")
      try await server.post(NewChatt(username: "a", message: "4"))
      #expect(try await server.messages() == ["4", "3", "1"])
      let polling = Task {
        while !Task.isCancelled { _ = try? await server.messages() }
      }
      _ = try await ProgramRun("pg_restore", ["--clean", "--if-exists", "-d", url, backup])
        .checked()
      try await server.expect(["3", "2", "1"])
      polling.cancel()
      await polling.value
      try await server.post(NewChatt(username: "a", message: "5"))
      #expect(try await server.messages() == ["5", "3", "2", "1"])
    }
  }

  @Test func findsRowsInsertedWhileTriggersWereDisabled() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      try await server.post(NewChatt(username: "a", message: "1"))
      #expect(try await server.messages() == ["1"])
      try await database.run("alter table chatts disable trigger all")
      _ = try await server.messages()
      try await database.run(
        """
        insert into chatts (id, username, message, transaction_id)
        values (gen_random_uuid(), 'a', '2', '3')
        """)
      _ = try await server.messages()
      try await database.run("alter table chatts enable trigger all")
      try await server.expect(["2", "1"])
    }
  }

  @Test func changesTheTagOfRowsUpdatedWithTriggersDisabled() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      try await server.post(NewChatt(username: "a", message: "1"))
      let before = try await server.reader.current()
      try await database.run("alter table chatts disable trigger all")
      try await database.run("update chatts set message = '2'")
      try await database.run("alter table chatts enable trigger all")
      try await server.expect(["2"])
      let after = try await server.reader.current()
      #expect(after.text.fields.tag != before.text.fields.tag)
      #expect(after.audio.fields.tag != before.audio.fields.tag)
      try await database.withServer { other in
        let same = try await other.reader.current()
        #expect(same.text.fields.tag == after.text.fields.tag)
        #expect(same.audio.fields.tag == after.audio.fields.tag)
      }
    }
  }

  @Test func preparesStatementsAgainAfterAColumnTypeChanged() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer(connectionsMax: 1) { server in
      try await server.post(NewChatt(username: "a", message: "1"))
      #expect(try await server.messages() == ["1"])
      try await database.run("alter table chatts alter column message type varchar(1000)")
      #expect(try await server.messages() == ["1"])
      try await database.run("truncate chatts")
      #expect(try await server.messages() == [])
    }
  }

  @Test func readsAllRowsWhenAPollTimesOut() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      let lists = ReadyLists(profile: ListProfile())
      let reader = ListReader(
        lists, reader: server.chatts, limits: .init(pollTimeout: .seconds(2)), report: { _ in })
      _ = try await reader.current()
      try await server.post(NewChatt(username: "a", message: "1"))
      // A poll waits indefinitely. Reading all rows does not use that table.
      let lock = try await OpenTransaction(
        on: database, "lock table chatt_removals in access exclusive mode;")
      #expect(try await reader.current().list.segments.count == 1)
      #expect(lists.cached?.generation == 2)
      try await lock.end("rollback")
    }
  }

  @Test func refusesToReadFromAStandby() async throws {
    let directory = try TemporaryDirectory()
    let cluster = PrivateCluster.Configuration(directory: directory.path(of: "cluster"))
    let first = try await offLoop { try PrivateCluster.start(cluster) }
    let url = first.connectionString
    let loop = TimelineDatabase.loops[0]
    try await TimelineDatabase.migrate(url)
    await offLoop { first.stop() }
    try Data().write(
      to: URL(fileURLWithPath: directory.path(of: "cluster/data/standby.signal")))
    let second = try await offLoop { try PrivateCluster.start(cluster) }
    try await loop.run {
      let pool = PostgresPool(
        PostgresConfiguration(connectionString: url), limits: PoolLimits(connectionsMax: 1),
        on: loop)
      let lists = ReadyLists(profile: ListProfile())
      let reader = ListReader(
        lists, reader: ChattReader(pool, observe: { _ in }), report: { _ in })
      let process: SQL = "select pg_backend_pid()"
      let soon = Deadline.after(.seconds(60))
      let before = try await pool.query(process, until: soon)[0].decode(Int32.self, at: 0)
      await #expect(throws: ReadError.unavailable(retryAfter: .seconds(1))) {
        try await reader.current()
      }
      await #expect(throws: ReadError.unavailable(retryAfter: .seconds(1))) {
        try await FetchedRows(lists: reader, address: "a").rows(
          at: [1])
      }
      let after = try await pool.query(process, until: soon)[0].decode(Int32.self, at: 0)
      #expect(before != after, "its session was closed")
      try await pool.query("select pg_promote()", until: soon)
      #expect(try await reader.current().list.segments.isEmpty)
      await pool.close(until: .after(.seconds(5)))
    }
    await offLoop { second.stop() }
  }
}

/// Runs a blocking body on its own thread.
private func offLoop<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
    Thread {
      do throws(Failure) {
        continuation.resume(returning: .success(try body()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }.start()
  }
  return try result.get()
}

extension ListServer {
  /// Waits until getchatts shows just these messages.
  fileprivate func expect(_ messages: [String]) async throws {
    try await eventually { (try? await self.messages()) == messages }
  }
}
