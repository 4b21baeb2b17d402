/// Which key to make for a certificate.
public enum CertificateKeyKind: Sendable, Equatable {
  /// ECDSA on P-256: signs 15 times as fast as RSA with 2048 bits.
  case p256
  /// RSA of so many bits, 2048 to 4096.
  case rsa(bits: Int)

  /// Which RSA keys are made: iOS refuses smaller ones, and larger ones only cost.
  public static let rsaBitsRange = 2048...4096
}

/// The algorithm of a certificate's public key.
public enum CertificateKeyAlgorithm: String, Sendable {
  case ec = "EC"
  case rsa = "RSA"
  case other
}
