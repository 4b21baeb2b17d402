extension IssuedKey {
  /// Creates a new certificate for the key, the names and the addresses of an existing one, signed
  /// by its authority. Nothing is written.
  ///
  /// The new certificate is valid for as many days as the old one, but never longer than the
  /// authority.
  ///
  /// - Parameters:
  ///   - files: The existing certificate and its key.
  ///   - authorityFiles: The authority that signs.
  ///   - now: The current time in seconds since 1970.
  /// - Throws: `authorityKeyMissing` if only the authority's certificate exists, and
  ///   `authorityExpires` if the new certificate would not end after the old one.
  public init(
    renewing files: CertifiedKeyFiles, by authorityFiles: CertifiedKeyFiles, at now: Int64
  ) throws(CertificateError) {
    guard files.certificate != files.privateKey else {
      // Only the certificate's file is replaced, and the key must not be lost.
      throw CertificateError.sameFile(path: files.certificate)
    }
    guard let authority = try Self.authority(in: authorityFiles) else {
      throw CertificateError.fileMissing(path: authorityFiles.certificate)
    }
    let old = try CertifiedKey(files)
    let start = now - Int64(CertificateRequest.backdatedSeconds)
    var request = CertificateRequest(
      names: old.certificate.names, addresses: old.certificate.addresses)
    let days = min(old.certificate.validityDays, (authority.certificate.notAfter - start) / 86_400)
    request.days = Int(min(days, Int64(CertificateRequest.daysRange.upperBound)))
    let end = start + Int64(request.days) * 86_400
    guard request.days > 0, end > old.certificate.notAfter + 1 else {
      throw CertificateError.authorityExpires(certificate: authorityFiles.certificate)
    }
    let server = try authority.issue(request, for: old.key, at: now)
    guard authority.permits(server) else {
      throw CertificateError.notPermitted(authority: authorityFiles.certificate)
    }
    self.init(server: server, authority: authority, origin: .reused)
  }

  /// Replaces the file of a renewed certificate, atomically. The key's file stays as it is, since
  /// the key is the same: the two files match at every moment.
  public func replaceCertificate(in files: CertifiedKeyFiles) throws(CertificateError) {
    var set = CertificateFileSet(overwriting: true)
    try set.addChain(of: server, at: files.certificate)
    try set.finish()
  }
}

extension Certificate {
  /// The length of the validity in days, rounded to the nearest and at least 1: its ends are a
  /// second less than whole days apart (RFC 5280 section 4.1.2.5).
  fileprivate var validityDays: Int64 {
    Int64(clamping: max(1, (Int128(notAfter) - Int128(notBefore) + 43_200) / 86_400))
  }
}
