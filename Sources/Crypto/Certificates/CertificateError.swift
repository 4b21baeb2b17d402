public import System

/// Why a certificate or a key could not be read, generated or written.
///
/// `source` and `path` are file names from the configuration, never contents.
public enum CertificateError: Error, Sendable, Equatable {
  case fileMissing(path: String)
  case fileNotReadable(path: String, FileError)
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

  /// An authority's certificate exists, its key does not.
  case authorityKeyMissing(certificate: String, privateKey: String)
  /// An authority expires before a certificate that it renews would, or with it.
  case authorityExpires(certificate: String)
  /// An authority does not permit the names and addresses of a certificate to renew.
  case notPermitted(authority: String)

  case noNames
  case tooManyNames
  case malformedName(String)
  case malformedAddress(String)
  case daysOutOfRange(Int)

  /// Two files to write have the same path.
  case sameFile(path: String)
  case fileExists(path: String)
  case directoryNotWritable(path: String, FileError)
  case fileNotWritable(path: String, FileError)
}

extension CertificateError {
  /// Returns the result of OpenSSL; its failure becomes `refused`.
  package static func refusing<Value>(
    _ body: () throws(OpenSSLFailure) -> Value
  ) throws(CertificateError) -> Value {
    do throws(OpenSSLFailure) { return try body() } catch { throw .refused(reason: error.reason) }
  }
}

extension CertificateError: CustomStringConvertible {
  /// An error text that says what is wrong and, where it is not obvious, what to do.
  public var description: String {
    switch self {
    case .fileMissing(let path): "\(path) does not exist"
    case .fileNotReadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notPEM(let source): "\(source) is not PEM: no line begins with -----BEGIN"
    case .noCertificate(let source): "no certificate in \(source)"
    case .malformedCertificate(let source): "cannot decode a certificate in \(source)"
    case .chainTooLong(let source):
      "\(source) has more than \(CertifiedKey.chainCountMax) certificates"
    case .ownCertificateNotFirst(let source):
      "\(source) does not begin with the certificate of the private key: put that one first"
    case .noPrivateKey(let source): "no private key in \(source)"
    case .privateKeyEncrypted(let source):
      "the key in \(source) is encrypted: store it with no pass phrase, readable by its owner only"
    case .malformedPrivateKey(let source): "cannot decode the private key in \(source)"
    case .keyDoesNotMatch(let certificate, let privateKey):
      "the private key in \(privateKey) does not match the certificate in \(certificate)"
    case .refused(let reason): "OpenSSL rejected the certificate: \(reason)"
    case .authorityKeyMissing(let certificate, let privateKey):
      "\(privateKey) does not exist: put the key of \(certificate) back to renew the certificate, "
        + "or move \(certificate) away to create a new authority, which clients must trust"
    case .authorityExpires(let certificate):
      "the authority in \(certificate) expires too early to renew the certificate: create a new "
        + "authority with chatterd cert --force, which clients must trust"
    case .notPermitted(let authority):
      "the authority in \(authority) does not permit all names of the certificate: create a new "
        + "authority with chatterd cert --force, which clients must trust"
    case .noNames: "a certificate needs at least one name or address"
    case .tooManyNames:
      "a certificate has at most \(CertificateRequest.namesMax) names and addresses"
    case .malformedName(let name): "'\(name)' is not a DNS name (write it in ASCII, as xn--…)"
    case .malformedAddress(let address): "'\(address)' is not an IPv4 or IPv6 address"
    case .daysOutOfRange(let days):
      "a certificate is valid for 1 to \(CertificateRequest.daysRange.upperBound) days, not \(days)"
    case .sameFile(let path): "\(path) cannot be two files: use different paths"
    case .fileExists(let path): "\(path) already exists and is not overwritten"
    case .directoryNotWritable(let path, let reason):
      "the directory \(path) cannot be written to: \(reason)"
    case .fileNotWritable(let path, let reason): "\(path) cannot be written: \(reason)"
    }
  }
}
