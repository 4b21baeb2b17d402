private import CPostgres
private import EventLoop
private import Synchronization

/// The owner of one `PGcancel`, with which the server can be made to cancel a connection's
/// statement.
///
/// The key does not change after it is made, and any thread may call PQcancel (manual, section
/// 34.7).
@safe final class CancelKey: Sendable {
  /// Maximum number of concurrent requests; further requests are dropped.
  static let requestsMax = 8

  private static let requests = Atomic<Int>(0)

  private let handle: ThreadSafePointer<OpaquePointer>

  init(owning key: OpaquePointer) {
    unsafe handle = ThreadSafePointer(key)
  }

  deinit {
    unsafe PQfreeCancel(handle.value)
  }

  /// Sends a cancel request on a separate thread, because PQcancel blocks, and does not wait for
  /// it.
  ///
  /// The request saves the server work. Its result does not matter here, because the connection is
  /// abandoned anyway.
  func request() {
    guard Self.requests.add(1, ordering: .relaxed).newValue <= Self.requestsMax else {
      Self.requests.subtract(1, ordering: .relaxed)
      return
    }
    do throws(SystemThread.StartError) {
      try SystemThread.start("cancel") {
        var message: [CChar] = [0]
        _ = unsafe PQcancel(self.handle.value, &message, Int32(message.count))
        Self.requests.subtract(1, ordering: .relaxed)
      }
    } catch {
      Self.requests.subtract(1, ordering: .relaxed)
    }
  }
}
