import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct KilledDatabaseTortureTests {
  static let killCount = Torture.count(20, full: 200)

  @Test func losesNoAcknowledgedPostWhenPostgreSQLIsKilled() async throws {
    let began = ContinuousClock.now
    var chance = Torture.chance("kill PostgreSQL")
    let home = try PrivateHome()
    let (ledger, history) = (PostLedger(), ListHistory())
    let server = try await ServerProcess(.ownCluster(home), options: ["--database-wait", "50ms"])
    async let load: Void = PostingLoad.run("load", clients: 4, to: server, ledger, history)
    for number in 1...Self.killCount {
      let acknowledged = ledger.acknowledgedCount
      try await eventually { ledger.acknowledgedCount > acknowledged + 3 }
      let postmaster = try #require(home.postmaster)
      // A random delay before the kill, not a wait for an event.
      try await Task.sleep(for: chance.delay(within: .milliseconds(50)))
      kill(postmaster, SIGKILL)
      try await eventually { server.restartCount == number }
    }
    let acknowledged = ledger.acknowledgedCount
    try await eventually { ledger.acknowledgedCount > acknowledged + 3 }
    ledger.finish()
    try await load

    #expect(ledger.surprises == [])
    #expect(history.findings == [])
    #expect(ledger.unavailableCount > 0, "outages are reported")
    let rows = try await server.rowsOnceBack()
    #expect(ledger.findings(in: rows) == [])
    #expect(try await server.stop() == .exited(0))

    let next = try await ServerProcess(.ownCluster(home))
    #expect(try await next.withClient { try await $0.rows("/getaudio/") } == rows)
    #expect(try await next.stop() == .exited(0))
    Torture.report(
      "\(Self.killCount) kill -9 of PostgreSQL, \(ledger.acknowledgedCount) posts acknowledged, "
        + "\(history.readCount) lists read, in \(ContinuousClock.now - began)")
  }
}
