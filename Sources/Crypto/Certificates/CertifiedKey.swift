/// A certificate chain and the private key of its first certificate.
///
/// Every instance has been checked: its chain and key belong together.
public struct CertifiedKey: Sendable {
  /// Maximum number of certificates in a chain.
  static let chainCountMax = 16

  public let chain: [Certificate]
  package let key: PrivateKeyHandle

  /// The first certificate of the chain.
  public var certificate: Certificate { chain[0] }

  init(
    chain: [Certificate], key: PrivateKeyHandle, sources: CertifiedKeyFiles
  ) throws(CertificateError) {
    guard let own = chain.first else {
      throw CertificateError.noCertificate(source: sources.certificate)
    }
    if !own.matches(key) {
      if chain.contains(where: { $0.matches(key) }) {
        throw CertificateError.ownCertificateNotFirst(source: sources.certificate)
      }
      throw CertificateError.keyDoesNotMatch(
        certificate: sources.certificate, privateKey: sources.privateKey)
    }
    self.chain = chain
    self.key = key
  }

  /// A certificate and a key that were just created for each other.
  ///
  /// - Parameter signers: The certificates that sign it, in the order of the chain.
  init(
    new certificate: Certificate, signedBy signers: [Certificate],
    key: PrivateKeyHandle
  ) throws(CertificateError) {
    try self.init(
      chain: [certificate] + signers, key: key,
      sources: CertifiedKeyFiles(certificate: "the new certificate", privateKey: "the new key"))
  }

  /// Reads both files, which may be the same one.
  public init(_ files: CertifiedKeyFiles) throws(CertificateError) {
    let chain = try Certificate.all(inFile: files.certificate)
    let text = try CertificateFile(path: files.privateKey).read()
    try self.init(
      chain: chain, key: Self.privateKey(inPEM: text, source: files.privateKey), sources: files)
  }

  /// Returns at least one certificate, or throws.
  static func certificates(inPEM text: [UInt8], source: String)
    throws(CertificateError) -> [Certificate]
  {
    guard text.contains("-----BEGIN ".utf8) else { throw CertificateError.notPEM(source: source) }
    let found: [Certificate]
    do throws(OpenSSLFailure) {
      found = try Certificate.all(inPEM: text, countMax: chainCountMax + 1)
    } catch {
      throw CertificateError.malformedCertificate(source: source)
    }
    if found.isEmpty { throw CertificateError.noCertificate(source: source) }
    if found.count > chainCountMax { throw CertificateError.chainTooLong(source: source) }
    return found
  }

  static func privateKey(inPEM text: [UInt8], source: String)
    throws(CertificateError) -> PrivateKeyHandle
  {
    guard text.contains("-----BEGIN ".utf8) else { throw CertificateError.notPEM(source: source) }
    if let key = PrivateKeyHandle.first(inPEM: text) { return key }
    if text.contains("BEGIN ENCRYPTED PRIVATE KEY".utf8)
      || text.contains("Proc-Type: 4,ENCRYPTED".utf8)
    {
      throw CertificateError.privateKeyEncrypted(source: source)
    }
    guard text.contains("PRIVATE KEY-----".utf8) else {
      throw CertificateError.noPrivateKey(source: source)
    }
    throw CertificateError.malformedPrivateKey(source: source)
  }
}

/// Only the subject is shown, so that the key cannot reach a log by accident.
extension CertifiedKey: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "certificate and key of \(certificate.subject)" }
  public var debugDescription: String { description }
}

/// The paths of a certificate chain and its private key, both in PEM.
public struct CertifiedKeyFiles: Sendable, Equatable {
  /// The path of the chain, which begins with the server's own certificate.
  public var certificate: String
  /// The path of the key, which has no pass phrase.
  public var privateKey: String

  /// Names the two files without reading them.
  public init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }
}
