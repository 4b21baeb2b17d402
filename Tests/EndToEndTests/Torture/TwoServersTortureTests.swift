import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TwoServersTortureTests {
  static let roundCount = Torture.count(200, full: 5000)
  /// The number of rounds on one timeline, which keeps reading it fast.
  static let roundsPerTimeline = 500
  /// The time for which another session holds a transaction open that has written a row.
  static let holdSeconds = Torture.count(2, full: 8)

  @Test(arguments: DatabaseWay.allCases)
  func showsEachPostAtOnceOnTheOtherServer(way: DatabaseWay) async throws {
    try await run(rounds: Self.roundCount, of: "two", way)
  }

  @Test(arguments: DatabaseWay.allCases, ["commit", "rollback"])
  func showsEachPostBesideAnOpenTransaction(way: DatabaseWay, ending: String) async throws {
    try await run(
      rounds: Torture.count(60, full: 5000), of: "held \(ending)", way, holding: ending)
  }

  /// Runs the rounds, on as many timelines as necessary.
  private func run(
    rounds: Int, of name: String, _ way: DatabaseWay, holding ending: String? = nil
  ) async throws {
    let began = ContinuousClock.now
    var (done, lists) = (0, 0)
    while done < rounds {
      let count = min(Self.roundsPerTimeline, rounds - done)
      let start = done
      let servers = TwoServers(name: "\(name) \(done)", rounds: count, ending: ending) {
        Torture.chance("\(name) \(start) \($0)")
      }
      lists += try await servers.run(way) { _ in
        try await Task.sleep(for: .seconds(Self.holdSeconds))
      }
      done += count
    }
    let held = ending.map {
      ", each beside a transaction held \(Self.holdSeconds) s and ended by \($0)"
    }
    Torture.report(
      "two servers, \(way.rawValue)\(held ?? ""): \(done) rounds, \(lists) lists read, "
        + "in \(ContinuousClock.now - began)")
  }
}
