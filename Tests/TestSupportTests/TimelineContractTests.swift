import TestSupport
import Testing

@testable import Chatter

struct TimelineContractTests {
  /// A clock that does not advance.
  private static let noon = Timestamp(microsecondsSince1970: 1_735_819_200_000_000)

  @Test(arguments: TimelineContract.clauses)
  func holdsForTheTimelineInMemory(clause: TimelineContract.Clause) async throws {
    let noon = try #require(Self.noon)
    let timeline = InMemoryTimeline(now: { noon })
    try await clause.check(on: timeline)
    // Again, on a timeline that is not empty.
    try await clause.check(on: timeline)
  }

  @Test(
    arguments: [
      .unavailable(retryAfter: .seconds(2)), .timedOut, .outcomeUnknown, .refused("x"), .cancelled,
      .malformedResponse("x"),
    ] as [TimelineError])
  func describesEachError(error: TimelineError) {
    #expect(!error.description.isEmpty)
  }

  /// At least one second.
  @Test(
    arguments: [
      (.zero, "1 s"), (.milliseconds(2900), "2 s"),
    ] as [(Duration, String)])
  func announcesRetriesInWholeSeconds(duration: Duration, text: String) {
    #expect(TimelineError.unavailable(retryAfter: duration).description.hasSuffix(text))
  }
}
