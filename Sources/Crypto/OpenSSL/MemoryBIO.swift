import COpenSSL

/// Owns one memory BIO, from which OpenSSL reads PEM text or to which it writes it.
@safe
final class MemoryBIO {
  let pointer: OpaquePointer

  /// Creates an empty BIO to write to.
  init() throws(OpenSSLFailure) {
    try OpenSSLFailure.check(OpenSSLLibrary.isKept)
    unsafe pointer = try OpenSSLFailure.check(BIO_new(BIO_s_mem()))
  }

  /// Creates a BIO to read from that holds a copy of `bytes`.
  convenience init(_ bytes: [UInt8]) throws(OpenSSLFailure) {
    try self.init()
    var written = 0
    let accepted = unsafe BIO_write_ex(pointer, bytes, bytes.count, &written)
    guard bytes.isEmpty || (accepted == 1 && written == bytes.count) else {
      throw OpenSSLFailure.drain()
    }
  }

  deinit { unsafe _ = BIO_free(pointer) }

  /// Returns everything that was written so far and not yet taken.
  func takeBytes() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(pointer)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var read = 0
    _ = unsafe BIO_read_ex(pointer, &bytes, count, &read)
    return Array(bytes.prefix(read))
  }
}
