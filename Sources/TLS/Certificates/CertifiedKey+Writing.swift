import Glibc

extension CertifiedKey {
  private static let certificateMode: mode_t = 0o644
  private static let privateKeyMode: mode_t = 0o600

  /// Writes both files in PEM: the key with mode 0600, the chain with mode 0644.
  ///
  /// Missing directories are created. Each file appears whole or not at all. A symbolic link with
  /// the name of a file is replaced, not followed.
  public func write(to files: CertifiedKeyFiles, overwriting: Bool = false)
    throws(CertificateError)
  {
    let keyFile = CertificateFile(path: files.privateKey)
    let certificateFile = CertificateFile(path: files.certificate)
    if !overwriting {
      for file in [keyFile, certificateFile] where file.exists {
        throw CertificateError.fileExists(path: file.path)
      }
    }
    for file in [keyFile, certificateFile] { try file.directory.make() }

    var (chainText, keyText) = try pem()
    defer { CertificateFile.wipe(&keyText) }
    let newKey = try keyFile.writeBeside(keyText, mode: Self.privateKeyMode)
    defer { newKey.discard() }
    let newCertificate = try certificateFile.writeBeside(
      chainText, mode: Self.certificateMode)
    defer { newCertificate.discard() }
    chainText = []

    try newKey.commit(overwriting: overwriting)
    do throws(CertificateError) {
      try newCertificate.commit(overwriting: overwriting)
    } catch {
      // A key without its certificate would only block the next attempt.
      if !overwriting { newKey.withdraw() }
      throw error
    }
    for directory in Set([keyFile.directory, certificateFile.directory]) { directory.synchronize() }
  }

  private func pem() throws(CertificateError) -> (chain: [UInt8], key: [UInt8]) {
    do throws(OpenSSLFailure) {
      var text: [UInt8] = []
      for certificate in chain { text += try certificate.pem() }
      return (text, try key.pem())
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
  }
}
