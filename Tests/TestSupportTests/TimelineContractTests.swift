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

  @Test func failsForTimelinesThatLoseChangeOrReorderChatts() async throws {
    var broken = 0
    for clause in TimelineContract.clauses {
      do {
        try await clause.check(on: BrokenTimeline())
      } catch is TimelineContract.Violation {
        broken += 1
      }
    }
    #expect(broken == TimelineContract.clauses.count)
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

/// Accepts posts and drops them.
private struct BrokenTimeline: Timeline {
  func post(_ chatt: NewChatt) async throws -> ChattID? { nil }
  func chatts() async throws -> [Chatt] { [] }
  func audio() async throws -> [Chatt] { [] }
}
