/// Decides when to connect to `/v1/events` again, and at which position.
struct LiveMachine: Equatable {
  /// Maximum delay before the next connection, unless the server requests a longer one.
  static let delayMax = Duration.seconds(30)
  /// Maximum delay that the server can request with `Retry-After`.
  static let retryAfterMax = Duration.seconds(300)
  /// The delay after the first failure if the stream has set none.
  static let firstDelay = Duration.seconds(2)

  /// The position up to which the timeline is complete; empty if it must be loaded.
  private(set) var position = ""
  private var retry = Self.firstDelay
  /// Number of consecutive connections that did not begin to send.
  private var failureCount = 0

  /// Whether the newest page must be loaded, since the events before the stream are unknown.
  var needsPage: Bool { position.isEmpty }

  mutating func begin() { failureCount = 0 }

  /// Notes that the timeline is complete up to a position; empty if it could not be loaded.
  mutating func reach(_ position: String, retry: Duration? = nil) {
    self.position = EventConnection.isSendable(position) ? position : ""
    if let retry { self.retry = retry }
  }

  /// Returns the delay before the next connection. The spread, a random number in 0...1, parts the
  /// clients of a server that restarts.
  mutating func delay(after failure: CallFailure, spread: Double) -> Duration {
    failureCount += 1
    if Self.isAbsence(failure.error) { return V1Support.recheckInterval }
    // Ten doublings exceed the maximum.
    let backoff = min(retry * (1 << min(failureCount - 1, 10)), Self.delayMax)
    let delay = backoff * (0.5 + 0.5 * spread)
    return max(delay, min(failure.retryAfter ?? .zero, Self.retryAfterMax))
  }

  /// Whether the failure concerns a person: a stream that ends now and then does not.
  var isNotable: Bool { failureCount > 1 }

  /// Whether the server has no events, so that the list must be polled.
  static func isAbsence(_ error: ClientError) -> Bool {
    if case .status(let status, _) = error { [404, 405, 501].contains(status) } else { false }
  }
}
