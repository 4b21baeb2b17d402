@testable package import Crypto

extension CertificateRequest {
  /// Generates a key and a certificate, signed by a new authority whose key is then forgotten. RSA
  /// takes up to seconds.
  package func make() throws(CertificateError) -> CertifiedKey {
    try CertificateAuthority(for: self).issue(self)
  }
}

extension CertifiedKey {
  /// Reads a chain and a key from PEM text.
  package init(certificatePEM: [UInt8], privateKeyPEM: [UInt8]) throws(CertificateError) {
    let sources = CertifiedKeyFiles(certificate: "the certificate", privateKey: "the private key")
    try self.init(
      chain: Self.certificates(inPEM: certificatePEM, source: sources.certificate),
      key: Self.privateKey(inPEM: privateKeyPEM, source: sources.privateKey), sources: sources)
  }

  /// Writes both files in PEM, as `IssuedKey` does.
  package func write(to files: CertifiedKeyFiles, overwriting: Bool = false)
    throws(CertificateError)
  {
    var set = CertificateFileSet(overwriting: overwriting)
    try set.add(self, at: files)
    try set.finish()
  }
}
