/// A certificate chain together with the private key of its first certificate.
///
/// It exists only checked: whoever holds one holds a chain and a key that belong together.
public struct CertifiedKey: Sendable {
  /// How many certificates a chain may have.
  static let chainCountMax = 16

  let chain: [CertificateHandle]
  let key: PrivateKeyHandle

  /// What the first certificate says.
  public let certificate: Certificate

  init(
    chain: [CertificateHandle], key: PrivateKeyHandle, sources: CertificateFiles
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
    certificate = try Certificate(own, source: sources.certificate)
  }

  /// Reads both files, which may be one and the same.
  public init(_ files: CertificateFiles) throws(CertificateError) {
    let chain = try Self.certificates(inFile: files.certificate)
    var text = try CertificateFile(path: files.privateKey).read()
    defer { CertificateFile.wipe(&text) }
    try self.init(
      chain: chain, key: Self.privateKey(inPEM: text, source: files.privateKey), sources: files)
  }

  /// Reads PEM text of a chain and of a key.
  public init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(CertificateError) {
    let sources = CertificateFiles(certificate: "the certificate", privateKey: "the private key")
    try self.init(
      chain: Self.certificates(inPEM: certificatePEM, source: sources.certificate),
      key: Self.privateKey(inPEM: privateKeyPEM, source: sources.privateKey), sources: sources)
  }

  static func certificates(inFile path: String) throws(CertificateError) -> [CertificateHandle] {
    try certificates(inPEM: CertificateFile(path: path).read(), source: path)
  }

  /// At least one certificate, or an error.
  private static func certificates(inPEM text: [UInt8], source: String)
    throws(CertificateError) -> [CertificateHandle]
  {
    guard text.has("-----BEGIN ") else { throw CertificateError.notPEM(source: source) }
    let found: [CertificateHandle]
    do throws(OpenSSLFailure) {
      found = try CertificateHandle.all(inPEM: text, countMax: chainCountMax + 1)
    } catch {
      throw CertificateError.malformedCertificate(source: source)
    }
    if found.isEmpty { throw CertificateError.noCertificate(source: source) }
    if found.count > chainCountMax { throw CertificateError.chainTooLong(source: source) }
    return found
  }

  private static func privateKey(inPEM text: [UInt8], source: String)
    throws(CertificateError) -> PrivateKeyHandle
  {
    guard text.has("-----BEGIN ") else { throw CertificateError.notPEM(source: source) }
    if let key = PrivateKeyHandle.first(inPEM: text) { return key }
    if text.has("BEGIN ENCRYPTED PRIVATE KEY") || text.has("Proc-Type: 4,ENCRYPTED") {
      throw CertificateError.privateKeyEncrypted(source: source)
    }
    guard text.has("PRIVATE KEY-----") else {
      throw CertificateError.noPrivateKey(source: source)
    }
    throw CertificateError.malformedPrivateKey(source: source)
  }
}

/// The key must not reach a log by accident: only the subject is shown.
extension CertifiedKey: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "certificate and key of \(certificate.subject)" }
  public var debugDescription: String { description }
}

extension [UInt8] {
  /// Whether the bytes of `text` occur.
  fileprivate func has(_ text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { start in
      self[start] == wanted[0] && self[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
