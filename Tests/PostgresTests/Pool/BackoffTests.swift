import Testing

@testable import Postgres

struct BackoffTests {
  private let backoff = Backoff(first: .milliseconds(100), longest: .seconds(1))

  @Test(arguments: [(0, 100), (1, 100), (2, 200), (3, 400), (4, 800), (5, 1000), (1_000_000, 1000)])
  func doublesTheDelayUpToTheLongest(_ failures: Int, _ milliseconds: Int) {
    #expect(backoff.delay(failures: failures, chance: 0.5) == .milliseconds(milliseconds))
  }

  @Test func variesTheDelayByAQuarter() {
    #expect(backoff.delay(failures: 1, chance: 0) == .milliseconds(75))
    #expect(backoff.delay(failures: 9, chance: 0.999) < .milliseconds(1250))
  }
}
