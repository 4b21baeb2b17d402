/// The signature algorithms for tokens; the raw value is the name in `alg` (RFC 7518 section 3.1,
/// RFC 8037 section 3.1).
///
/// All of them are asymmetric, so nothing that this server knows can sign a token.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256; a signature is the 64 bytes of `r` and `s`.
  case es256 = "ES256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// Ed25519 (RFC 8032).
  case edDSA = "EdDSA"
}
