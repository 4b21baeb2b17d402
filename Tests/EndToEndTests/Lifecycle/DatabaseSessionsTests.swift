import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct DatabaseSessionsTests {
  @Test func opensEverySessionOfAPrivateClusterWithManyLoops() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home), options: ["--loops", "40"])
    // 40 loops with three each, one for LISTEN, one for migrations, ten for maintenance.
    #expect(try await home.run("show max_connections") == "132")
    let socket = home.directory.path(of: "postgresql/socket")
    // As many sessions as the server can open, beside those that it has: each waits for a lock
    // until all of them are there.
    let locker = try await RunningProgram(
      "psql",
      [
        "-X", "-q", "-h", socket, "-U", "chatterd", "-d", "chatterd", "-c",
        "set application_name = 'locker'; select pg_advisory_lock(1); select pg_sleep(600)",
      ])
    try await eventually {
      try await home.run("select count(*) from pg_locks where locktype = 'advisory'") == "1"
    }
    let used = try #require(
      Int(
        try await home.run(
          "select count(*) from pg_stat_activity where usename = 'chatterd_app'")))
    let script = """
      for i in $(seq "$2"); do
        psql -X -q -h "$1" -U chatterd_app -d chatterd \\
          -c 'select pg_advisory_lock_shared(1)' >/dev/null &
      done
      status=0
      for job in $(jobs -p); do wait "$job" || status=1; done
      exit $status
      """
    async let sessions = ProgramRun(
      shell: script, [socket, "\(122 - used)"], within: .seconds(120))
    try await eventually {
      try await home.run(
        "select count(*) from pg_stat_activity where usename = 'chatterd_app'") == "122"
    }
    try await home.run(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'locker'")
    #expect(try await sessions.checked().text == "")
    withExtendedLifetime(locker) {}
    #expect(try await server.response(to: .get("/getchatts/")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func runsAsAnOrdinaryRoleAfterAnUpgradeToo() async throws {
    let home = try PrivateHome()
    var server = try await ServerProcess(.ownCluster(home))
    #expect(try await server.response(to: .text("ada")).status == 200)
    let roles = """
      select distinct usename || usesuper from pg_stat_activity join pg_user using (usename)
      where application_name = 'chatterd'
      """
    #expect(try await home.run(roles) == "chatterd_appfalse")
    // As an earlier version left it: the superuser owns everything, and there is no other role.
    try await home.run("reassign owned by chatterd_app to chatterd")
    #expect(try await server.stop() == .exited(0))
    server = try await ServerProcess(.ownCluster(home))
    #expect(try await server.response(to: .text("bob")).status == 200)
    let rows = try await server.withClient { try await $0.rows().map { $0[0] } }
    #expect(rows == ["bob", "ada"])
    let owners = "select distinct tableowner from pg_tables where schemaname = 'public'"
    #expect(try await home.run(owners) == "chatterd_app")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func rejectsOptionsThatTheDatabaseCannotSatisfy() async throws {
    let database = try await TestDatabase()
    try await database.run("alter database \(database.name) connection limit 20")
    let directory = try TemporaryDirectory()
    let run = { @Sendable (options: [String]) in
      try await ProgramRun(
        Repository.program("chatterd"),
        [
          "serve", "--listen", "127.0.0.1:0", "--database", database.url, "--data-dir",
          directory.path,
        ] + options)
    }
    let many = try await run(["--loops", "1", "--database-connections", "19"])
    #expect(many.ending == .exited(78))
    #expect(many.errors.contains("lower --database-connections to 18"))
    let loops = try await run(["--loops", "40"])
    #expect(loops.ending == .exited(78) && loops.errors.contains("lower --loops to 6"))
  }

  @Test func warnsOfADatabaseThatMayLoseChattsOnFailover() async throws {
    // A cluster of its own: all servers of the shared one would warn of the standby.
    let home = try PrivateHome()
    let owner = try await ServerProcess(.ownCluster(home))
    let socket = home.directory.path(of: "postgresql/socket")
    let url = "postgresql:///chatterd?host=\(socket)&user=chatterd"
    let unused = try await TestDatabase()
    var server = try await ServerProcess(.through(url, unused))
    #expect(!server.program.errors.contains("may be lost"))
    #expect(try await server.stop() == .exited(0))
    // For the primary, a receiver of its write-ahead log is a standby.
    let directory = try TemporaryDirectory()
    let standby = try await RunningProgram(
      "pg_receivewal", ["--dbname", url, "--directory", directory.path])
    try await eventually {
      try #require(!standby.hasEnded, "\(standby.errors)")
      return try await home.run("select count(*) > 0 from pg_stat_replication") == "t"
    }
    server = try await ServerProcess(.through(url, unused))
    let line = try await server.program.line(containing: "acknowledged chatts may be lost")
    #expect(line.contains("warning") && line.contains("1 standbys are attached"))
    #expect(line.contains("synchronous_standby_names"))
    #expect(try await server.stop() == .exited(0))
    standby.send(SIGTERM)
    _ = try await standby.ending(within: hangTimeout)
    #expect(try await owner.stop() == .exited(0))
  }
}
