extension CertifiedKey {
  /// Writes both files in PEM: the key with mode 0600, the chain with mode 0644.
  ///
  /// Missing directories are created. Each file appears whole or not at all. A symbolic link with
  /// the name of a file is replaced, not followed.
  public func write(to files: CertifiedKeyFiles, overwriting: Bool = false)
    throws(CertificateError)
  {
    var set = CertificateFileSet()
    defer { set.wipe() }
    try set.add(self, at: files)
    try set.write(overwriting: overwriting)
  }

  /// Returns all certificates of the chain in PEM, in their order.
  func chainPEM() throws(OpenSSLFailure) -> [UInt8] {
    var text: [UInt8] = []
    for certificate in chain { text += try certificate.pem() }
    return text
  }
}
