/// The kind of key to generate for a certificate.
public enum CertificateKeyKind: Sendable, Equatable {
  /// ECDSA on P-256, which signs 15 times as fast as RSA with 2048 bits.
  case p256
  /// RSA with a number of bits from 2048 to 4096.
  case rsa(bits: Int)

  /// The sizes of RSA keys that are generated. iOS refuses smaller keys, and larger ones only add
  /// cost.
  public static let rsaBitsRange = 2048...4096
}
