private import CPostgres
internal import EventLoop

/// The owner of one `PGcancel`, with which the server can be made to cancel a connection's
/// statement.
///
/// The key does not change after it is made, and any thread may call PQcancel (manual, section
/// 34.7).
@safe final class CancelKey: Sendable {
  /// The threads that send requests, because PQcancel blocks. Further requests are dropped.
  private static let threads = WorkerPool(threadsMax: 8, waitingMax: 8)

  private let handle: ThreadSafePointer<OpaquePointer>

  init(owning key: OpaquePointer) {
    unsafe handle = ThreadSafePointer(key)
  }

  deinit {
    unsafe PQfreeCancel(handle.value)
  }

  /// Sends a cancel request and does not wait for it. Call this on the loop.
  ///
  /// The request saves the server work. Its result does not matter here, because the connection is
  /// abandoned anyway.
  func request(on loop: EventLoop) {
    loop.start(self) { key in
      try? await Self.threads.run(for: "") {
        var message: [CChar] = [0]
        _ = unsafe PQcancel(key.handle.value, &message, Int32(message.count))
      }
    }
  }
}
