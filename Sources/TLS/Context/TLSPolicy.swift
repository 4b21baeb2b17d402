internal import Crypto

/// A version of TLS, as its number on the wire.
struct TLSVersion: Sendable, Equatable {
  let rawValue: Int32

  static let tls12 = TLSVersion(rawValue: 0x0303)
  static let tls13 = TLSVersion(rawValue: 0x0304)
}

/// The versions, ciphers and groups that a context accepts.
struct TLSPolicy: Sendable {
  var minimumVersion: TLSVersion
  var maximumVersion: TLSVersion
  /// The ciphers for TLS 1.2, by OpenSSL's names.
  var ciphers: [String]
  /// The ciphers for TLS 1.3.
  var cipherSuites: [String]
  var groups: [String]
  /// The argument of `SSL_CTX_set_security_level(3)`; 2 requires 112 bits of security everywhere.
  var securityLevel: Int32

  /// Mozilla's intermediate configuration, guidelines 5.7, without DHE.
  ///
  /// It allows TLS 1.2 and 1.3, and only ciphers with forward secrecy and authenticated encryption.
  /// The server's order decides, with one exception: a client that prefers ChaCha20 gets it, since
  /// a phone knows whether it has AES in hardware. AES-128 is first: P-256 and X25519 have 128 bits
  /// of security too, so AES-256 would add nothing. No phone needs DHE, whose handshake costs the
  /// server several times as much as that of ECDHE.
  /// https://ssl-config.mozilla.org/guidelines/5.7.json
  static let intermediate = TLSPolicy(
    minimumVersion: .tls12,
    maximumVersion: .tls13,
    ciphers: [
      "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
      "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
      "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ],
    cipherSuites: [
      "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ],
    groups: ["X25519", "P-256", "P-384"],
    securityLevel: 2)
}
