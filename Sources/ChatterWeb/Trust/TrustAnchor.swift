public import TLS

/// The certificate that devices must trust to accept the server's.
public struct TrustAnchor: Sendable, Equatable {
  /// What the certificate is.
  public enum Kind: Sendable, Equatable {
    /// An authority of the server's own.
    case authority
    /// The server's certificate, which has signed itself; Firefox refuses it.
    case server
  }

  public let certificate: Certificate
  let kind: Kind

  public init(_ certificate: Certificate, _ kind: Kind) {
    self.certificate = certificate
    self.kind = kind
  }
}
