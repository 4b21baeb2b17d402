import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct LostSessionsTortureTests {
  static let terminationCount = Torture.count(20, full: 200)
  /// The number of lost sessions on one timeline, which keeps reading it fast.
  static let perTimeline = 50

  @Test func losesNoAcknowledgedPostWhenSessionsAreTerminated() async throws {
    let began = ContinuousClock.now
    var chance = Torture.chance("terminate")
    var (done, acknowledged) = (0, 0)
    while done < Self.terminationCount {
      let goal = min(done + Self.perTimeline, Self.terminationCount)
      let database = try await TestDatabase()
      let server = try await ServerProcess(.shared(database))
      acknowledged += try await server.underLoad { ledger in
        while done < goal {
          let before = ledger.acknowledgedCount
          try await eventually { ledger.acknowledgedCount > before + 3 }
          // A random delay, not a wait for an event.
          try await Task.sleep(for: chance.delay(within: .milliseconds(30)))
          done += try await database.terminateOne(chance.next()) ? 1 : 0
        }
      }
    }
    Torture.report(
      "\(done) pg_terminate_backend, \(acknowledged) posts acknowledged, "
        + "in \(ContinuousClock.now - began)")
  }
}

extension TestDatabase {
  /// Terminates a random session of the server; false if there is none.
  fileprivate func terminateOne(_ number: UInt64) async throws -> Bool {
    let sql = """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'
      order by md5(pid::text || '\(number)') limit 1
      """
    return try await run(sql) == "t"
  }
}
