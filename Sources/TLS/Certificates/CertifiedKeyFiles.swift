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
