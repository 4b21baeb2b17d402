/// How often, and for how long, a failed post is sent again.
///
/// A post is retried if it may not have arrived, if its response was lost, and if the server is
/// temporarily unavailable (503). Its `Idempotency-Key` makes this safe.
public struct RetryPolicy: Sendable, Equatable {
  /// Maximum number of attempts, including the first one.
  public var attemptsMax: Int
  /// Maximum time from the end of the first attempt to the start of the last one; if the server
  /// requests a longer delay, there is no further attempt.
  public var timeMax: Duration
  /// Delay before the second attempt, doubled before each further one, unless the server sets one.
  public var firstDelay: Duration

  /// Creates a policy; by default four attempts within a minute, the second after 250 ms.
  public init(
    attemptsMax: Int = 4, timeMax: Duration = .seconds(60),
    firstDelay: Duration = .milliseconds(250)
  ) {
    self.attemptsMax = attemptsMax
    self.timeMax = timeMax
    self.firstDelay = firstDelay
  }

  /// Never retries, not even in the transport: for back ends without idempotency keys, such as the
  /// labs' reference servers, which would store a post twice if its response was lost.
  public static let never = RetryPolicy(attemptsMax: 1)

  /// Returns the delay before the next attempt, or nil if there is none. The spread, a random
  /// number in 0...1, parts clients that failed together.
  func delay(
    after failure: CallFailure, attempt: Int, elapsed: Duration,
    spread: Double = .random(in: 0...1)
  ) -> Duration? {
    guard attempt < attemptsMax, Self.mayHelp(after: failure.error) else { return nil }
    // Sixteen doublings exceed any useful limit.
    let backoff = firstDelay * (1 << min(max(0, attempt - 1), 16))
    let delay = (failure.retryAfter.map { max($0, .zero) } ?? backoff) + firstDelay * spread
    return elapsed + delay <= timeMax ? delay : nil
  }

  private static func mayHelp(after error: ClientError) -> Bool {
    switch error {
    case .network(.timedOut), .network(.cutOff), .network(.noConnection), .status(503...504, _):
      true
    default: false
    }
  }
}
