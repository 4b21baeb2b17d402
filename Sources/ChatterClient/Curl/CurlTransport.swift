private import EventLoop

/// A transport over libcurl.
///
/// It uses HTTP/2 if the server supports it, one persistent connection, compressed responses, and
/// proxies from the usual variables (`https_proxy`, `no_proxy`). It has its own thread from the
/// first call until it is released; share one transport among all clients of the same servers.
public final class CurlTransport: Transport {
  /// The limits of each transfer.
  public let limits: TransferLimits

  let thread = CurlThread()

  /// Creates a transport without a thread or a connection; the first call starts them.
  public init(limits: TransferLimits = TransferLimits()) {
    self.limits = limits
  }

  deinit { thread.stop() }

  /// Sends one request and waits for the whole response, whatever its status.
  ///
  /// Progress is reported on the transport's thread, at most ten times a second.
  public func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> TransportResponse {
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

  /// Connects a transfer with its cancellation, whichever comes first.
  private final class Slot: Sendable {
    private let state = Lock<(transfer: CurlTransfer?, isCancelled: Bool)>((nil, false))

    /// Stores the transfer; returns whether it is already cancelled.
    func fill(_ transfer: CurlTransfer) -> Bool {
      state.withLock { state in
        state.transfer = transfer
        return state.isCancelled
      }
    }

    /// Marks the transfer as cancelled; returns it if it is already stored.
    func cancel() -> CurlTransfer? {
      state.withLock { state in
        state.isCancelled = true
        return state.transfer
      }
    }
  }
}
