import COpenSSL

/// Owns one `SSL_SESSION`: what a client keeps of a connection to resume it later.
///
/// Unchecked: nothing changes a session that has been taken out of its connection, and OpenSSL
/// counts references atomically.
@safe
public final class TLSSession: @unchecked Sendable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe SSL_SESSION_free(pointer) }
}
