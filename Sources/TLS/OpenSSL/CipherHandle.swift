import COpenSSL

/// Owns one `EVP_CIPHER` that was looked up (EVP_CIPHER_fetch(3)). With `EVP_aes_256_cbc` and
/// similar functions, OpenSSL would repeat the lookup at each use.
///
/// Unchecked: it never changes, and its references are counted atomically.
@safe
final class CipherHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ name: String, from library: LibraryContext) throws(OpenSSLFailure) {
    guard let made = unsafe EVP_CIPHER_fetch(library.pointer, name, nil) else {
      throw OpenSSLFailure.drain()
    }
    unsafe pointer = made
  }

  deinit { unsafe EVP_CIPHER_free(pointer) }

  /// Number of bytes of an initialization vector.
  var vectorBytes: Int { Int(unsafe EVP_CIPHER_get_iv_length(pointer)) }
}
