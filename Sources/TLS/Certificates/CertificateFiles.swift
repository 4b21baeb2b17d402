/// Where a certificate chain and its private key stand, both in PEM.
public struct CertificateFiles: Sendable, Equatable {
  /// The chain, the server's own certificate first.
  public var certificate: String
  /// The key, without a pass phrase.
  public var privateKey: String

  /// Names the two files; nothing is read.
  public init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }
}
