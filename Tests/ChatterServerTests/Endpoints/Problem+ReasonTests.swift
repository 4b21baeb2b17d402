import Chatter
import EventLoop
import HTTP
import Testing

@testable import ChatterServer

struct ProblemReasonTests {
  @Test(
    arguments: [
      (RoutingError.postsTooOften(retryAfter: .seconds(1)), "too-many-posts"),
      (RoutingError.foreignOrigin, "foreign-origin"),
      (RequestBodyError.tooLarge(limit: 1), "body-too-large"),
      (RequestBodyError.quotaExhausted, "memory-quota"),
      (PostError.messageTooLong(bytesMax: 1), "field-too-long"),
      (PostError.neitherMessageNorAudio, "missing-field"),
      (AudioClipError.noBytes, "invalid-clip"),
      (TimelineError.outcomeUnknown, "outcome-unknown"),
      (TimelineError.full("text"), "full"),
      (V1Problem.chattNotFound, "chatt-not-found"),
      (CancellationError(), "internal-error"),
    ] as [(any Error & Sendable, String)])
  func isAWordThatDoesNotChange(_ error: any Error & Sendable, _ reason: String) {
    #expect(Problem.reason(of: error) == reason)
  }

  @Test func isReportedWithTheEndpoint() async throws {
    let service = TestService()
    _ = try await service.post(.postChatt, "{")
    _ = try await service.list(.getChatts)
    #expect(service.events.all == [.refused(.postChatt, reason: "malformed-json")])
  }
}
