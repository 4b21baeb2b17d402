/// How often, and for how long, a post is sent again.
///
/// It is sent again where it may not have arrived and where its answer was lost (time-out, cut
/// connection, 504), and where the server says that it is away for now (503). Its `Idempotency-Key`
/// makes this safe.
public struct RetryPolicy: Sendable, Equatable {
  /// How often it is sent, the first time included.
  public var attemptsMax: Int
  /// After this time, counted from the end of the first attempt, no further one begins; a server that
  /// asks for a longer wait is not waited for.
  public var timeMax: Duration
  /// Before the second attempt, and twice as long before each further one, where the server does
  /// not say how long to wait.
  public var firstDelay: Duration

  /// By default four attempts within a minute, the second after a quarter of a second.
  public init(
    attemptsMax: Int = 4, timeMax: Duration = .seconds(60),
    firstDelay: Duration = .milliseconds(250)
  ) {
    self.attemptsMax = attemptsMax
    self.timeMax = timeMax
    self.firstDelay = firstDelay
  }

  /// Never again, by the transport neither: for a back end that knows no keys, such as the labs'
  /// reference servers, where a post whose answer was lost would otherwise stand twice.
  public static let never = RetryPolicy(attemptsMax: 1)

  /// How long to wait before the next attempt; nil where there is none.
  ///
  /// - Parameters:
  ///   - attempt: how many were made.
  ///   - elapsed: since the first one ended.
  ///   - spread: 0...1, by which clients that failed together do not come back together.
  func delay(
    after error: ClientError, retryAfter: Duration?, attempt: Int, elapsed: Duration,
    spread: Double
  ) -> Duration? {
    guard attempt < attemptsMax, Self.mayHelp(after: error) else { return nil }
    // Sixteen doublings are more than any time allows.
    let backoff = firstDelay * (1 << min(max(0, attempt - 1), 16))
    let delay = (retryAfter.map { max($0, .zero) } ?? backoff) + firstDelay * spread
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
