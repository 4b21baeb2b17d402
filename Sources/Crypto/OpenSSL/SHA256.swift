private import COpenSSL
private import System

/// SHA-256 (FIPS 180-4) with the processor's instructions, through OpenSSL.
public enum SHA256 {
  /// Number of bytes of a digest.
  public static let digestBytes = 32

  /// Returns the digest of bytes; nil if OpenSSL has no memory for it.
  public static func digest(of bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: digestBytes)
    let isDone = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_Digest(
        bytes.baseAddress, bytes.count, &digest, nil, algorithm.value, nil) == 1
    }
    return isDone ? digest : nil
  }

  /// The algorithm, looked up once and kept as long as the process lives. `EVP_sha256` would be
  /// looked up at each use. It is nil if the lookup failed, in which case no digests are available.
  private static let algorithm = unsafe ThreadSafePointer(
    OpenSSLLibrary.isKept ? EVP_MD_fetch(nil, "SHA256", nil) : nil)
}
