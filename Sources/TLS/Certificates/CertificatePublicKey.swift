/// The type and the size of a certificate's public key.
public enum CertificatePublicKey: Sendable, Equatable, CustomStringConvertible {
  case rsa(bits: Int)
  /// A key for ECDSA; the bits are those of the curve.
  case ellipticCurve(bits: Int)
  /// Another type, by OpenSSL's name.
  case other(String)

  public var description: String {
    switch self {
    case .rsa(let bits): "RSA \(bits)"
    case .ellipticCurve(let bits): "P-\(bits)"
    case .other(let name): name
    }
  }
}
