private import Threads

/// Calls over libcurl: HTTP/2 where the server has it, one connection kept alive, answers
/// compressed, proxies by the usual variables (`https_proxy`, `no_proxy`).
///
/// It has one thread of its own, from its first call to its end; share one among all that call the
/// same servers.
public final class CurlTransport: Transport {
  /// What each of its transfers may take.
  public let limits: TransferLimits

  let thread = CurlThread()

  /// Makes one that has no thread and no connection yet.
  public init(limits: TransferLimits = TransferLimits()) {
    self.limits = limits
  }

  deinit { thread.stop() }

  /// Sends one request and waits for the whole answer, whatever its status.
  ///
  /// Progress is told on the transport's thread, at most ten times a second.
  public func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> TransportAnswer {
    let transfer = Slot()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let made = CurlTransfer(
          request, limits: limits, progress: progress, continuation: continuation)
        if transfer.fill(made) { made.markCancelled() }
        thread.start(made)
      }
    } onCancel: {
      if let made = transfer.cancel() { thread.cancel(made) }
    }
    return try outcome.get()
  }

  /// Where a transfer and its cancellation meet, whichever comes first.
  private final class Slot: Sendable {
    private let state = Lock<(transfer: CurlTransfer?, isCancelled: Bool)>((nil, false))

    /// Takes the transfer; returns whether it is cancelled already.
    func fill(_ transfer: CurlTransfer) -> Bool {
      state.withLock { state in
        state.transfer = transfer
        return state.isCancelled
      }
    }

    /// Marks it; returns the transfer, if there is one.
    func cancel() -> CurlTransfer? {
      state.withLock { state in
        state.isCancelled = true
        return state.transfer
      }
    }
  }
}
