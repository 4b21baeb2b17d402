private import COpenSSL

/// SHA-256 (FIPS 180-4) in the processor's instructions, through OpenSSL.
public enum SHA256 {
  /// Bytes of a digest.
  public static let digestBytes = 32

  /// The digest of some bytes; nil where OpenSSL has no memory for it.
  public static func digest(of bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: digestBytes)
    let isDone = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_Digest(
        bytes.baseAddress, bytes.count, &digest, nil, algorithm.pointer, nil) == 1
    }
    return isDone ? digest : nil
  }

  /// The algorithm, looked up once: `EVP_sha256` would be looked up at each use. It lives as long as
  /// the process.
  ///
  /// Unchecked: it never changes, and its references are counted atomically.
  @safe
  private struct Algorithm: @unchecked Sendable {
    /// nil where it could not be had: then there are no digests.
    let pointer: OpaquePointer?
  }

  private static let algorithm = unsafe Algorithm(pointer: EVP_MD_fetch(nil, "SHA256", nil))
}
