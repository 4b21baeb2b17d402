import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct KilledServerTortureTests {
  /// The total number of kills, divided among the parallel runs.
  static let killCount = Torture.count(100, full: 1000)
  static let runCount = 2
  /// The number of kills before the timeline is emptied, which keeps reading it fast.
  static let killsPerTimeline = 10

  @Test(arguments: 0..<runCount)
  func losesNoAcknowledgedPostWhenTheServerIsKilled(_ run: Int) async throws {
    let began = ContinuousClock.now
    var chance = Torture.chance("kill \(run)")
    let home = try PrivateHome()
    let (ledger, history) = (PostLedger(), ListHistory())
    var total = 0
    for kill in 0..<(Self.killCount / Self.runCount) {
      if kill % Self.killsPerTimeline == 0 { ledger.clear() }
      let server = try await ServerProcess(.ownCluster(home))
      if kill % Self.killsPerTimeline == 0 {
        try await home.run("truncate chatts")
        history.clear()
      }
      try await server.check(ledger, history)
      let acknowledged = ledger.acknowledgedCount
      async let load: Void = PostingLoad.run("\(kill)", clients: 4, to: server, ledger, history)
      try await eventually { ledger.acknowledgedCount > acknowledged }
      // A random delay before the kill, not a wait for an event.
      try await Task.sleep(for: chance.delay(within: .milliseconds(150)))
      server.program.send(SIGKILL)
      #expect(try await server.program.ending() == .killed(signal: SIGKILL))
      try await load
      total += ledger.acknowledgedCount - acknowledged
    }
    let server = try await ServerProcess(.ownCluster(home))
    try await server.check(ledger, history)
    #expect(try await server.stop() == .exited(0))
    #expect(total >= Self.killCount / Self.runCount)
    Torture.report(
      "\(Self.killCount / Self.runCount) kill -9 of the server, \(total) posts acknowledged, "
        + "\(history.readCount) lists read, in \(ContinuousClock.now - began)")
  }
}
