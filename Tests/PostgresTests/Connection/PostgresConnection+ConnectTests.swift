import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL), .onLoop(PostgresFixture.loop)) struct PostgresConnectionConnectTests {
  private func connect(_ string: String, until deadline: Deadline = PostgresFixture.soon)
    async throws
    -> PostgresConnection
  {
    try await PostgresConnection.connect(
      PostgresConfiguration(connectionString: string), on: PostgresFixture.loop, until: deadline)
  }

  private func failure(_ string: String, until deadline: Deadline = PostgresFixture.soon) async
    -> ConnectFailure?
  {
    do {
      _ = try await connect(string, until: deadline)
    } catch PostgresError.unavailable(let failure, _) {
      return failure
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test func reportsAnUnreachableServer() async {
    let refused = await failure("host=127.0.0.1 port=1")
    #expect(refused?.cause == .unreachable)
    #expect(refused?.message.contains("127.0.0.1") == true)
    #expect(await failure("host=/nowhere")?.cause == .unreachable)
    #expect(await failure("host=no.such.host.invalid")?.cause == .unreachable)
  }

  @Test func reportsTheSQLStateOfARefusal() async {
    let failure = await failure(PostgresFixture.url + "&dbname=nix")
    #expect(failure?.cause == .refused(.invalidCatalogName))
    #expect(failure?.isPermanent == true)
  }

  @Test func triesTheNextHostAfterARefusal() async throws {
    let directory = try #require(PostgresFixture.url.split(separator: "=").last)
    let connection = try await connect(
      "host=/nowhere,\(directory) user=chatterd dbname=postgres")
    #expect(!connection.isClosed)
    connection.close()
  }

  @Test func usesNoStatementNamesBehindAPooler() async throws {
    let database = try await TestDatabase()
    let pooler = try await TransactionPooler(before: database, serversMax: 1)
    let connections = [try await connect(pooler.url), try await connect(pooler.url)]
    for connection in connections {
      #expect(connection.isPooled)
      // Named statements would both be s1, in the only session.
      for number in 1...3 {
        #expect(try await connection.value(Int.self, "select \(number) + 1") == number + 1)
        #expect(try await connection.value(String.self, "select \("a") || 'b'") == "ab")
      }
    }
    #expect(
      try await connections[0].value(Int.self, "select count(*) from pg_prepared_statements") == 0)
    for connection in connections { connection.close() }

    let direct = try await connect(database.url)
    #expect(!direct.isPooled)
    #expect(
      try await direct.value(Int.self, "select count(*) from pg_prepared_statements") == 1)
    direct.close()
  }

  @Test func commitsDurablyDespiteTheDatabaseSetting() async throws {
    let database = try await TestDatabase()
    try await database.run("alter database \(database.name) set synchronous_commit = off")
    let pooler = try await TransactionPooler(before: database, serversMax: 1)
    let setting: SQL = "select current_setting('synchronous_commit')"
    for url in [database.url, pooler.url] {
      let connection = try await connect(url)
      #expect(try await connection.value(String.self, setting) == "on")
      let inTransaction = try await connection.transaction(until: PostgresFixture.soon) {
        connection in
        try await connection.value(String.self, setting)
      }
      #expect(inTransaction == "on")
      let rowSets = try await connection.pipeline(
        ["select 1", setting], until: PostgresFixture.soon)
      #expect(rowSets.count == 2)
      #expect(try rowSets[1][0].decode(String.self, at: 0) == "on")
      await #expect(throws: PostgresError.self) {
        try await connection.pipeline(["select 1", "select 1/0"], until: PostgresFixture.soon)
      }
      await #expect(throws: PostgresError.self) {
        try await connection.query("select 1/0", until: PostgresFixture.soon)
      }
      connection.close()
    }
  }

  @Test func reportsAPoolerWithoutAServer() async throws {
    let database = try await TestDatabase()
    let pooler = try await TransactionPooler(before: database, serversMax: 1)
    try await database.close()
    let failure = await failure(pooler.url, until: .after(.seconds(2)))
    #expect(failure?.isPermanent == false)
    try await database.open()
  }

  @Test func endsAnAttemptAtTheDeadline() async throws {
    let server = try SilentServer()
    let failure = await failure(
      "host=127.0.0.1 port=\(server.port)", until: .after(.milliseconds(200)))
    #expect(failure?.cause == .timedOut)
    withExtendedLifetime(server) {}
  }

  @Test func triesTheNextHostAfterASilentOne() async throws {
    let server = try SilentServer()
    let directory = try #require(PostgresFixture.url.split(separator: "=").last)
    let connection = try await connect(
      """
      host=127.0.0.1,\(directory) port=\(server.port),5432 connect_timeout=1 \
      user=chatterd dbname=postgres
      """)
    #expect(!connection.isClosed)
    connection.close()
    withExtendedLifetime(server) {}
  }

  @Test func endsAnAttemptWhenTheTaskIsCancelled() async throws {
    let server = try SilentServer()
    let task = Task(executorPreference: PostgresFixture.loop) {
      _ = try await connect("host=127.0.0.1 port=\(server.port)")
    }
    try await eventually { server.hasConnection }
    task.cancel()
    await #expect(throws: PostgresError.cancelled(.notApplied)) { try await task.value }
    withExtendedLifetime(server) {}
  }
}
