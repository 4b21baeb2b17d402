import Testing

@testable import ChatterClient

struct RetryPolicyTests {
  private func delay(
    _ policy: RetryPolicy = RetryPolicy(), after error: ClientError = .network(.timedOut),
    retryAfter: Duration? = nil, attempt: Int = 1, elapsed: Duration = .zero, spread: Double = 0
  ) -> Duration? {
    policy.delay(
      after: CallFailure(error, retryAfter: retryAfter), attempt: attempt, elapsed: elapsed,
      spread: spread)
  }

  @Test(
    arguments: [
      (.network(.timedOut), true), (.network(.cutOff), true), (.status(503, "away"), true),
      (.status(504, "lost"), true), (.network(.noConnection), true),
      (.network(.refused), false), (.network(.unknownHost("a")), false),
      (.network(.other("a")), false), (.tls(.expired), false), (.status(422, "a"), false),
      (.status(429, "a"), false), (.status(500, "a"), false), (.malformedResponse("a"), false),
      (.cancelled, false),
    ] as [(ClientError, Bool)])
  func retriesOnlyTemporaryFailures(error: ClientError, isRetried: Bool) {
    #expect((delay(after: error) != nil) == isRetried)
  }

  @Test func doublesTheDelayAndSpreadsIt() {
    #expect(delay() == .milliseconds(250))
    #expect(delay(attempt: 2) == .milliseconds(500))
    #expect(delay(attempt: 3) == .milliseconds(1000))
    #expect(delay(attempt: 3, spread: 1) == .milliseconds(1250))
    #expect(
      delay(RetryPolicy(attemptsMax: .max, timeMax: .seconds(1 << 40)), attempt: .max - 1) != nil)
  }

  @Test func usesTheDelayThatTheServerRequests() {
    #expect(delay(retryAfter: .seconds(7), attempt: 3) == .seconds(7))
    #expect(delay(retryAfter: .seconds(-7)) == .zero)
  }

  @Test func limitsTheAttemptsAndTheirTime() {
    #expect(delay(attempt: 3) != nil)
    #expect(delay(attempt: 4) == nil)
    #expect(delay(.never) == nil)
    #expect(delay(retryAfter: .seconds(60)) == .seconds(60))
    #expect(delay(retryAfter: .seconds(61)) == nil)
    #expect(delay(elapsed: .seconds(60)) == nil)
  }
}
