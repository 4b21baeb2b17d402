import COpenSSL

/// Owns one `SSL_SESSION`, which a client keeps to resume a connection later.
///
/// Unchecked: a session does not change after it was taken from its connection, and OpenSSL counts
/// references atomically.
@safe
public final class TLSSession: @unchecked Sendable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe SSL_SESSION_free(pointer) }
}
