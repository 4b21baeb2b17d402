public import EventLoop

/// Why a certificate or a key could not be read, generated or written.
///
/// `source` and `path` are file names from the configuration, never contents.
public enum CertificateError: Error, Sendable, Equatable {
  case fileMissing(path: String)
  case fileNotReadable(path: String, errno: Errno)
  /// The file has more than `CertificateFile.bytesMax` bytes.
  case fileTooLarge(path: String)
  /// No line begins with `-----BEGIN`.
  case notPEM(source: String)
  case noCertificate(source: String)
  case malformedCertificate(source: String)
  /// The chain has more than `CertifiedKey.chainCountMax` certificates.
  case chainTooLong(source: String)
  /// The key belongs to a later certificate in the chain.
  case ownCertificateNotFirst(source: String)
  case noPrivateKey(source: String)
  case privateKeyEncrypted(source: String)
  case malformedPrivateKey(source: String)
  case keyDoesNotMatch(certificate: String, privateKey: String)
  /// OpenSSL refuses to use it, because a key is too small or a signature is too weak.
  case refused(reason: String)

  case noNames
  case tooManyNames
  case malformedName(String)
  case malformedAddress(String)
  case malformedSubject
  case rsaBitsOutOfRange(Int)
  case daysOutOfRange(Int)

  case fileExists(path: String)
  case directoryNotWritable(path: String, errno: Errno)
  case fileNotWritable(path: String, errno: Errno)
}
