import COpenSSL
import System

/// Owns one `EVP_PKEY` with only its public part.
///
/// The key does not change after its creation, and OpenSSL counts references atomically.
@safe
final class PublicKeyHandle: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  /// Reads a SubjectPublicKeyInfo (RFC 5280 section 4.1) in DER.
  init(subjectPublicKeyInfo der: [UInt8]) throws(PublicKeyError) {
    guard OpenSSLLibrary.isKept else { throw .invalid }
    let made = unsafe der.withUnsafeBufferPointer { der in
      var next = der.baseAddress
      return unsafe d2i_PUBKEY(nil, &next, der.count)
    }
    unsafe handle = try Self.checked(made)
  }

  /// Creates an Ed25519 key from its 32 bytes.
  init(ed25519 key: [UInt8]) throws(PublicKeyError) {
    guard OpenSSLLibrary.isKept else { throw .invalid }
    let made = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, key, key.count)
    unsafe handle = try Self.checked(made)
  }

  private static func checked(
    _ made: OpaquePointer?
  ) throws(PublicKeyError) -> ThreadSafePointer<OpaquePointer> {
    guard let made = unsafe made else {
      OpenSSLFailure.forget()
      throw .invalid
    }
    return unsafe ThreadSafePointer(made)
  }

  deinit { unsafe EVP_PKEY_free(handle.value) }

  /// Returns whether a signature of a message is valid, and leaves no error behind.
  ///
  /// - Parameter hashing: Whether the algorithm signs the SHA-256 of the message; Ed25519 has its
  ///   own hash. An RSA signature has the padding of PKCS #1 v1.5, the default of OpenSSL.
  func verifies(_ signature: [UInt8], of message: [UInt8], hashing: Bool) -> Bool {
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      OpenSSLFailure.forget()
    }
    let digest = unsafe hashing ? EVP_sha256() : nil
    guard unsafe EVP_DigestVerifyInit(context, nil, digest, nil, handle.value) == 1 else {
      return false
    }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, message, message.count) == 1
  }
}
