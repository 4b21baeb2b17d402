import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct EventStormTests {
  @Test(arguments: [true, false])
  func everyStreamReceivesEveryEventOnce(hasListen: Bool) async throws {
    try await EventStorm(readerCount: 5, posterCount: 2, postsEach: 20, lateCount: 1)
      .run(hasListen: hasListen)
  }
}
