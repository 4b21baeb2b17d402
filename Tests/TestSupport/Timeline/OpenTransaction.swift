import Foundation

/// A psql session with an open transaction, which ends when `end` is called.
public final class OpenTransaction: Sendable {
  /// Locks the table of chatts, which prevents writes until the end.
  public static let lock = "lock table chatts in share mode"

  private let session: RunningProgram
  private let database: TimelineDatabase
  private let gate = "gate_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)

  /// Begins the transaction, and returns when the statement has run.
  public init(on database: TimelineDatabase, _ sql: String) async throws {
    self.database = database
    // The transaction ends as the row in the gate table says.
    try await database.run("create table \(gate) (ending text)")
    let script = """
      begin;
      \(sql);
      do $$ begin
        while not exists (select from \(gate)) loop perform pg_sleep(0.01); end loop;
      end $$;
      select ending from \(gate) \\gexec
      """
    session = try await RunningProgram(
      "psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", database.database.url],
      input: Array(script.utf8))
    try await database.wait(
      until: """
        select exists (select from pg_stat_activity where datname = current_database()
          and query like '%from \(gate)) loop%' and pid <> pg_backend_pid() and state = 'active')
        """)
  }

  public func end(_ ending: String) async throws {
    try await database.run("insert into \(gate) values ('\(ending)')")
    let end = try await session.ending(within: hangTimeout)
    guard end == .exited(0) else { throw NeedError(description: session.errors) }
  }
}
