internal import EventLoop

/// The request of one call, which ends with one outcome.
final class CurlTransfer: Sendable {
  typealias Outcome = Result<TransportResponse, ClientError>

  let request: TransportRequest
  let limits: TransferLimits
  let progress: (@Sendable (TransferProgress) -> Void)?
  private let cancelFlag = Lock(false)
  private let continuation: CheckedContinuation<Outcome, Never>

  init(
    _ request: TransportRequest, limits: TransferLimits,
    progress: (@Sendable (TransferProgress) -> Void)?,
    continuation: CheckedContinuation<Outcome, Never>
  ) {
    self.request = request
    self.limits = limits
    self.progress = progress
    self.continuation = continuation
  }

  var isCancelled: Bool { cancelFlag.withLock { $0 } }

  /// Marks the transfer as cancelled; the thread then ends it.
  ///
  /// Any thread may call this.
  func markCancelled() { cancelFlag.withLock { $0 = true } }

  /// Ends the transfer with an outcome; called exactly once.
  func finish(_ outcome: Outcome) { continuation.resume(returning: outcome) }
}
