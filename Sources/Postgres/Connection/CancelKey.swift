private import CPostgres
private import Sockets
private import Synchronization

/// The owner of one `PGcancel`: the right to have a server stop one connection's statement.
///
/// The key is not changed after it was made, and PQcancel may be called by any thread
/// (manual, section 34.7), which is what makes this class Sendable.
@safe final class CancelKey: @unchecked Sendable {
  /// How many requests may be on their way at a time; beyond it none is sent.
  static let requestsMax = 8

  private static let requests = Atomic<Int>(0)

  private let key: OpaquePointer

  init(owning key: OpaquePointer) {
    unsafe self.key = unsafe key
  }

  deinit {
    unsafe PQfreeCancel(key)
  }

  /// Asks the server on a thread of its own, for PQcancel blocks, and waits for nothing.
  ///
  /// It spares the server work; whether it arrives changes nothing here, since the connection is
  /// given up anyway.
  func request() {
    guard Self.requests.add(1, ordering: .relaxed).newValue <= Self.requestsMax else {
      Self.requests.subtract(1, ordering: .relaxed)
      return
    }
    do throws(SystemThread.StartError) {
      try SystemThread.start("cancel") {
        var message: [CChar] = [0]
        _ = unsafe PQcancel(self.key, &message, Int32(message.count))
        Self.requests.subtract(1, ordering: .relaxed)
      }
    } catch {
      Self.requests.subtract(1, ordering: .relaxed)
    }
  }
}
