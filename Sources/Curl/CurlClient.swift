/// Sends requests over libcurl: HTTP/2 if the server supports it, over connections that are kept.
///
/// It has its own thread from the first request until it is released.
public final class CurlClient: Sendable {
  /// Maximum number of idle connections that stay open.
  public static let idleConnectionsMax = 4

  let thread: CurlThread

  /// Creates a client without a thread or a connection, with a maximum number of connections to one
  /// host, for which further requests wait.
  public init(connectionsMax: Int = CurlClient.idleConnectionsMax) {
    thread = CurlThread(connectionsMax: connectionsMax)
  }

  deinit { thread.stop() }

  /// Sends a request and waits for the whole response, whatever its status.
  ///
  /// Throws `cancelled` soon after the task is cancelled. Any task may call this.
  ///
  /// - Parameters:
  ///   - progress: Receives the progress from time to time, on any thread.
  ///   - receive: Receives the body of a 200 or 206 as it arrives; nil to collect it.
  public func send(
    _ request: CurlRequest, progress: CurlProgress? = nil, receive: CurlReceiver? = nil
  ) async throws(CurlError) -> CurlResponse {
    let transfer = CurlTransfer(request, progress: progress, receive: receive)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.setContinuation(continuation)
        thread.start(transfer)
      }
    } onCancel: {
      thread.cancel(transfer)
    }
    return try outcome.get()
  }
}
