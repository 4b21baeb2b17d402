internal import System

/// A request, which ends with one outcome.
final class CurlTransfer: Sendable {
  typealias Outcome = Result<CurlResponse, CurlError>

  let request: CurlRequest
  let progress: CurlProgress?
  /// Receives the body as it arrives; nil to collect it.
  let receive: CurlReceiver?
  private let cancelFlag = Lock(false)
  private let continuation = Lock<CheckedContinuation<Outcome, Never>?>(nil)

  init(_ request: CurlRequest, progress: CurlProgress?, receive: CurlReceiver?) {
    (self.request, self.progress, self.receive) = (request, progress, receive)
  }

  /// Sets the continuation of the caller, before the transfer is started.
  func setContinuation(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation.withLock { $0 = continuation }
  }

  var isCancelled: Bool { cancelFlag.withLock { $0 } }

  /// Marks the transfer as cancelled, on any thread; the thread then ends it.
  func markCancelled() { cancelFlag.withLock { $0 = true } }

  /// Ends the transfer with an outcome; called exactly once.
  func finish(_ outcome: Outcome) { continuation.withLock(\.self)?.resume(returning: outcome) }
}
