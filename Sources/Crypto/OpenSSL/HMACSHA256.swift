private import COpenSSL

/// HMAC with SHA-256 (RFC 2104), through OpenSSL.
public enum HMACSHA256 {
  /// Returns the code of a message, 32 bytes; nil if OpenSSL has no memory for it.
  ///
  /// - Parameters:
  ///   - message: What the code is computed over.
  ///   - secret: The key.
  public static func code(of message: [UInt8], with secret: [UInt8]) -> [UInt8]? {
    guard OpenSSLLibrary.isKept else { return nil }
    var code = [UInt8](repeating: 0, count: SHA256.digestBytes)
    var count = 0
    let isDone = unsafe secret.withUnsafeBytes { secret in
      unsafe EVP_Q_mac(
        nil, "HMAC", nil, "SHA256", nil, secret.baseAddress, secret.count, message, message.count,
        &code, code.count, &count) != nil
    }
    return isDone && count == code.count ? code : nil
  }

  /// Compares two codes in a time that does not depend on where they differ.
  public static func areEqual(_ code: [UInt8], _ other: [UInt8]) -> Bool {
    guard code.count == other.count else { return false }
    return unsafe CRYPTO_memcmp(code, other, code.count) == 0
  }
}
