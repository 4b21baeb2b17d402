internal import EventLoop
internal import HTTP

/// The body of a response with live updates, which ends when the token of its request is no longer
/// valid.
final class GuardedStream: WaitingResponseStream {
  /// Time between two checks. Until the next one, events of a revoked token are still sent.
  static let checkInterval = Duration.seconds(5)

  private let stream: any WaitingResponseStream
  private let token: String
  private let checker: any TokenChecker
  private let interval: Duration
  private var checkedAt = Deadline.now

  /// Creates the body of a request whose token has just been checked.
  init(
    _ stream: any WaitingResponseStream, token: String, checker: any TokenChecker,
    interval: Duration = checkInterval
  ) {
    (self.stream, self.token, self.checker) = (stream, token, checker)
    self.interval = interval
  }

  func next() async throws -> ArraySlice<UInt8>? {
    // The check comes last: the wait for an event may take longer than the token is valid.
    guard let bytes = try await stream.next(), await isPermitted() else { return nil }
    return bytes
  }

  var isWaiting: Bool { stream.isWaiting }

  func whenReady(_ call: @escaping () -> Void) { stream.whenReady(call) }

  /// Whether the token is valid. If it cannot be checked, the stream ends, and the client continues
  /// from its position later.
  private func isPermitted() async -> Bool {
    guard Deadline.now.duration(since: checkedAt) >= interval else { return true }
    guard (try? await checker.identity(bearer: token)) != nil else { return false }
    checkedAt = .now
    return true
  }
}
