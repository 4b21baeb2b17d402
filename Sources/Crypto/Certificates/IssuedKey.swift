/// A server's certified key and the authority that issued it: what a server and its clients need.
public struct IssuedKey: Sendable {
  /// Where an authority comes from.
  public enum AuthorityOrigin: Sendable, Equatable {
    /// There was no authority. Clients must trust the new one.
    case new
    /// It already existed. Clients that trust it accept the certificate.
    case reused
    /// The existing authority does not permit all names and addresses, or expires before the
    /// certificate would. Clients must trust the new one.
    case replaced
  }

  /// The server certificate, followed by the authority's, and its key.
  public let server: CertifiedKey
  public let authority: CertificateAuthority
  public let origin: AuthorityOrigin

  /// Generates a server certificate. It is signed by the authority in `files` if that one permits
  /// it, otherwise by a new one.
  ///
  /// Throws an error if the certificate of an authority exists without its key: a new authority
  /// would silently lose the trust of all clients.
  public init(_ request: CertificateRequest, reusing files: CertifiedKeyFiles)
    throws(CertificateError)
  {
    let existing = try Self.authority(in: files)
    if let existing {
      let issued = try existing.issue(request)
      if existing.permits(issued) {
        (server, authority, origin) = (issued, existing, .reused)
        return
      }
    }
    authority = try CertificateAuthority(for: request)
    server = try authority.issue(request)
    origin = existing == nil ? .new : .replaced
  }

  init(server: CertifiedKey, authority: CertificateAuthority, origin: AuthorityOrigin) {
    (self.server, self.authority, self.origin) = (server, authority, origin)
  }

  static func authority(in files: CertifiedKeyFiles)
    throws(CertificateError) -> CertificateAuthority?
  {
    guard CertificateFile(path: files.certificate).exists else { return nil }
    guard CertificateFile(path: files.privateKey).exists else {
      throw CertificateError.authorityKeyMissing(
        certificate: files.certificate, privateKey: files.privateKey)
    }
    return try CertificateAuthority(files)
  }

  /// Writes the server's files, and the authority's unless it was reused, in PEM. Keys have mode
  /// 0600, certificates 0644.
  ///
  /// Missing directories are created. Each file appears whole or not at all, and none before all
  /// are on disk. A symbolic link with the name of a file is replaced, not followed.
  public func write(
    to files: CertifiedKeyFiles, authority authorityFiles: CertifiedKeyFiles,
    overwriting: Bool = false
  ) throws(CertificateError) {
    var set = CertificateFileSet(overwriting: overwriting)
    if origin != .reused { try set.add(authority.certified, at: authorityFiles) }
    try set.add(server, at: files)
    try set.finish()
  }
}
