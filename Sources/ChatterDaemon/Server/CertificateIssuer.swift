import TLS

/// Who signed a server's certificate, and so what clients need to trust.
enum CertificateIssuer: Sendable, Equatable {
  /// The authority in this file, as `chatterd cert` creates it. Clients must trust that file.
  case authority(path: String)
  /// The certificate itself. Clients must trust it, and Firefox refuses it.
  case itself
  /// Another authority, which clients may already trust.
  case other

  /// Finds the issuer of a chain that begins with the server's certificate.
  ///
  /// - Parameter path: The file of the authority, if there is one.
  init(of chain: [Certificate], authorityPath path: String) {
    if chain[0].isSelfSigned {
      self = .itself
    } else if chain.count > 1, let authority = try? Certificate(contentsOf: path),
      chain[1...].contains(authority)
    {
      self = .authority(path: path)
    } else {
      self = .other
    }
  }
}
