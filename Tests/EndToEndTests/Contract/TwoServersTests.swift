import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TwoServersTests {
  static let roundCount = 24

  private func servers(_ ending: String?) -> TwoServers {
    TwoServers(name: "two", rounds: Self.roundCount, ending: ending) {
      SeededGenerator(state: UInt64($0))
    }
  }

  @Test(arguments: DatabaseWay.allCases)
  func showsEachPostAtOnceOnTheOtherServer(way: DatabaseWay) async throws {
    _ = try await servers(nil).run(way) { _ in }
  }

  @Test(arguments: ["commit", "rollback"])
  func showsEachPostBesideAnOpenTransaction(ending: String) async throws {
    _ = try await servers(ending).run(.direct) { roundCount in
      try await eventually { roundCount() >= Self.roundCount }
    }
  }
}
