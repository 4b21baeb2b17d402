import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct EventStormTortureTests {
  @Test(arguments: [true, false])
  func everyStreamReceivesEveryEventOnce(hasListen: Bool) async throws {
    try await EventStorm(readerCount: 50, posterCount: 10, postsEach: 500, lateCount: 3)
      .run(hasListen: hasListen)
  }

  @Test func aThousandReadersContinueElsewhereAfterAKill() async throws {
    try await EventStorm.kill(beside: 1000)
  }
}
