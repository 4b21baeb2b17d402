import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct CrashedBackendTests {
  @Test func listsChattsWhoseTransactionIDsAreReusedAfterACrash() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    try await server.withClient { client in
      #expect(try await client.response(to: .text("before")).status == 200)
      // A commit of autovacuum would write the transaction IDs to disk.
      try await home.run("alter system set autovacuum = off")
      try await home.run("select pg_reload_conf()")
      // These transaction IDs never reach the disk: the WAL writer is stopped and nothing waits for
      // it, so the recovery does not know that they were assigned.
      let writer = try await home.run(
        "select pid from pg_stat_activity where backend_type = 'walwriter'")
      kill(try #require(Int32(writer.trimmingCharacters(in: .whitespacesAndNewlines))), SIGSTOP)
      try await home.run(
        """
        do $$ begin
          for i in 1..500 loop perform pg_current_xact_id(); commit; end loop;
        end $$
        """)
      let last = try await home.run("select pg_snapshot_xmax(pg_current_snapshot())")
      #expect(try await client.rows().map { $0[0] } == ["before"])
      let start = try await home.run("select pg_postmaster_start_time()")
      let recovery = "select pg_stat_get_bgwriter_stat_reset_time()"
      let before = try await home.run(recovery)
      let backend = try await home.run(
        """
        select pid from pg_stat_activity where datname = 'chatterd' and pid <> pg_backend_pid()
          and backend_type = 'client backend' limit 1
        """)
      kill(try #require(pid_t(backend.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)

      // A post that another session stores before the crash would write the IDs to disk.
      try await eventually { (try? await home.run(recovery)) ?? before != before }
      try await eventually { try await client.response(to: .text("after")).status == 200 }
      #expect(try await home.run("select pg_postmaster_start_time()") == start)
      let now = try await home.run("select pg_snapshot_xmax(pg_current_snapshot())")
      let numbers = [last, now].map { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 }
      try #require(numbers[1] < numbers[0], "transaction IDs are reused")
      for target in ["/getchatts/", "/getaudio/"] {
        #expect(try await client.rows(target).map { $0[0] } == ["after", "before"])
      }
    }
    #expect(try await server.stop() == .exited(0))
  }
}
