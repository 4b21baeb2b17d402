import COpenSSL
import EventLoop

/// Owns one `EVP_CIPHER` that was looked up (EVP_CIPHER_fetch(3)). With `EVP_aes_256_cbc` and
/// similar functions, OpenSSL would repeat the lookup at each use.
///
/// It never changes, and its references are counted atomically.
@safe
final class CipherHandle: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  init(_ name: String, from library: LibraryContext) throws(OpenSSLFailure) {
    guard let made = unsafe EVP_CIPHER_fetch(library.pointer, name, nil) else {
      throw OpenSSLFailure.drain()
    }
    unsafe handle = ThreadSafePointer(made)
  }

  deinit { unsafe EVP_CIPHER_free(pointer) }

  var pointer: OpaquePointer { unsafe handle.value }

  /// Number of bytes of an initialization vector.
  var vectorBytes: Int { Int(unsafe EVP_CIPHER_get_iv_length(pointer)) }
}
