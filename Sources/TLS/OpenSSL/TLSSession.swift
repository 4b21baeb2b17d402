import COpenSSL
import EventLoop

/// Owns one `SSL_SESSION`, which a client keeps to resume a connection later.
///
/// A session does not change after it was taken from its connection, and OpenSSL counts
/// references atomically.
@safe
public final class TLSSession: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  init(owning pointer: OpaquePointer) { unsafe handle = ThreadSafePointer(pointer) }

  deinit { unsafe SSL_SESSION_free(pointer) }

  var pointer: OpaquePointer { unsafe handle.value }
}
