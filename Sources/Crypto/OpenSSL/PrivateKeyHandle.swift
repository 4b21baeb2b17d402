import COpenSSL
import System

/// Owns one `EVP_PKEY` with its private part.
///
/// The key does not change after its creation, and OpenSSL counts references atomically.
@safe
package final class PrivateKeyHandle: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  private init(owning pointer: OpaquePointer) { unsafe handle = ThreadSafePointer(pointer) }

  deinit { unsafe EVP_PKEY_free(pointer) }

  package var pointer: OpaquePointer { unsafe handle.value }

  var isRSA: Bool { unsafe EVP_PKEY_is_a(pointer, "RSA") == 1 }

  /// Generates a key. Takes a fraction of a millisecond for P-256, and up to seconds for RSA.
  static func generate(_ kind: CertificateKeyKind) throws(OpenSSLFailure) -> PrivateKeyHandle {
    try OpenSSLFailure.check(OpenSSLLibrary.isKept)
    let made =
      switch kind {
      case .p256: unsafe openssl_EVP_EC_gen("P-256")
      case .rsa(let bits): unsafe openssl_EVP_RSA_gen(bits)
      }
    return unsafe PrivateKeyHandle(owning: try OpenSSLFailure.check(made))
  }

  /// Returns the first private key in PEM text, PKCS #8 or traditional; nil if there is none that
  /// can be read.
  ///
  /// A key with a pass phrase is not read.
  static func first(inPEM text: [UInt8]) -> PrivateKeyHandle? {
    defer { OpenSSLFailure.forget() }
    guard let bio = try? MemoryBIO(text),
      let key = unsafe PEM_read_bio_PrivateKey(
        // Without a callback OpenSSL would prompt for a pass phrase on the terminal.
        bio.pointer, nil, { _, _, _, _ in -1 }, nil)
    else { return nil }
    return unsafe PrivateKeyHandle(owning: key)
  }

  /// Returns the key as PKCS #8 in PEM, without a pass phrase.
  func pem() throws(OpenSSLFailure) -> [UInt8] {
    let bio = try MemoryBIO()
    try OpenSSLFailure.check(
      unsafe PEM_write_bio_PKCS8PrivateKey(bio.pointer, pointer, nil, nil, 0, nil, nil))
    return bio.takeBytes()
  }
}
