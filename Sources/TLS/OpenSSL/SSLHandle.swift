import COpenSSL
internal import Crypto

/// Owns one `SSL`, and through it the BIO over the record buffers.
@safe
final class SSLHandle {
  let pointer: OpaquePointer
  /// The record buffers, retained here because the BIO holds them unretained.
  let buffers: RecordBuffers
  /// Retained because the callbacks of its `SSL_CTX` use it.
  private let context: TLSContext

  /// The result of a call into OpenSSL.
  enum Outcome {
    /// A number of bytes were written; 0 for a handshake or a read.
    case done(Int)
    case needsMoreBytes
    /// The peer's close_notify was received.
    case closed
    case failed(OpenSSLFailure)
  }

  init(context: TLSContext, buffers: RecordBuffers) throws(OpenSSLFailure) {
    let made = unsafe try OpenSSLFailure.check(SSL_new(context.pointer))
    unsafe pointer = made
    self.context = context
    self.buffers = buffers
    let bio = unsafe try RecordBIO.make(over: buffers)
    // One reference serves both directions (SSL_set_bio(3)).
    unsafe SSL_set_bio(made, bio, bio)
    unsafe SSL_set_accept_state(made)
  }

  deinit { unsafe SSL_free(pointer) }

  func handshake() -> Outcome {
    OpenSSLFailure.forget()
    let result = unsafe SSL_do_handshake(pointer)
    return result == 1 ? .done(0) : outcome(of: result)
  }

  /// The result of the handshake.
  var facts: TLSSessionFacts {
    unsafe TLSSessionFacts(
      version: String(cString: SSL_get_version(pointer)),
      applicationProtocol: applicationProtocol, isResumed: SSL_session_reused(pointer) == 1)
  }

  private var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(pointer, &name, &count)
    guard let name = unsafe name, count > 0 else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }

  /// Appends at most `count` decrypted bytes of one record to `target`.
  func read(into target: inout [UInt8], atMost count: Int) -> Outcome {
    // A stream that waits, such as an idle one, must not hold memory for bytes that have not
    // arrived.
    guard hasUnread else { return .needsMoreBytes }
    OpenSSLFailure.forget()
    var result: Int32 = 0
    target.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { free, filled in
        unsafe result = SSL_read_ex(pointer, free.baseAddress, min(count, free.count), &filled)
        if result != 1 { filled = 0 }
      }
    }
    return result == 1 ? .done(0) : outcome(of: result)
  }

  /// Whether a read could return anything. With read-ahead off, OpenSSL itself holds only the rest
  /// of a decrypted record.
  private var hasUnread: Bool {
    unsafe buffers.hasInput || buffers.hasInputEnded || SSL_pending(pointer) > 0
  }

  /// Encrypts the beginning of `bytes`, at most one record of 16 KiB.
  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    OpenSSLFailure.forget()
    var written = 0
    let result = unsafe bytes.withUnsafeBytes { unencrypted in
      unsafe SSL_write_ex(pointer, unencrypted.baseAddress, unencrypted.count, &written)
    }
    return result == 1 ? .done(written) : outcome(of: result)
  }

  /// Writes a close_notify, without waiting for the peer's.
  func shutDown() {
    unsafe _ = SSL_shutdown(pointer)
    OpenSSLFailure.forget()
  }

  private func outcome(of result: Int32) -> Outcome {
    switch unsafe SSL_get_error(pointer, result) {
    case SSL_ERROR_WANT_READ: return .needsMoreBytes
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: return .failed(OpenSSLFailure.drain())
    }
  }
}
