/// A public key that verifies signatures of one algorithm, from the numbers of a JSON Web Key (RFC
/// 7518 section 6, RFC 8037 section 2).
public struct PublicKey: Sendable {
  /// Minimum size of an RSA modulus (RFC 7518 section 3.3).
  public static let modulusBitsMin = 2048
  /// Maximum size of an RSA modulus: larger ones cost the server milliseconds for each signature.
  public static let modulusBitsMax = 8192
  /// Maximum size of an RSA exponent.
  public static let exponentBytesMax = 8

  private static let coordinateBytes = 32
  private static let ed25519KeyBytes = 32
  private static let ed25519SignatureBytes = 64

  /// The only algorithm that this key is used for.
  public let algorithm: SignatureAlgorithm
  private let handle: PublicKeyHandle

  /// Creates a key on P-256 from the coordinates of a point, 32 bytes each. Fails for a point that
  /// is not on the curve.
  public init(p256X x: [UInt8], y: [UInt8]) throws(PublicKeyError) {
    guard x.count == Self.coordinateBytes, y.count == Self.coordinateBytes else {
      throw .wrongSize
    }
    algorithm = .es256
    let info = DER.sequence(
      DER.sequence(ObjectIdentifier.ecPublicKey, ObjectIdentifier.p256),
      DER.bitString([0x04] + x + y))
    handle = try PublicKeyHandle(subjectPublicKeyInfo: info)
  }

  /// Creates an RSA key from its modulus and exponent, both big-endian.
  public init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(PublicKeyError) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard bits >= Self.modulusBitsMin else { throw .modulusTooShort }
    guard bits <= Self.modulusBitsMax, exponent.count <= Self.exponentBytesMax else {
      throw .wrongSize
    }
    // With an exponent of 1 every text is its own signature; an even one is not an RSA key.
    guard let last = exponent.last, last & 1 == 1, exponent != [1], (modulus.last ?? 0) & 1 == 1
    else { throw .invalid }
    algorithm = .rs256
    let info = DER.sequence(
      DER.sequence(ObjectIdentifier.rsaEncryption, DER.element(0x05, [])),
      DER.bitString(DER.sequence(DER.integer(modulus), DER.integer(exponent))))
    handle = try PublicKeyHandle(subjectPublicKeyInfo: info)
  }

  /// Creates an Ed25519 key from its 32 bytes.
  public init(ed25519 key: [UInt8]) throws(PublicKeyError) {
    guard key.count == Self.ed25519KeyBytes else { throw .wrongSize }
    algorithm = .edDSA
    handle = try PublicKeyHandle(ed25519: key)
  }

  /// Returns whether a signature of a message was made with the private key; false also for a
  /// signature of the wrong size.
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch algorithm {
    case .es256:
      guard signature.count == 2 * Self.coordinateBytes else { return false }
      let der = DER.sequence(
        DER.integer(signature.prefix(Self.coordinateBytes)),
        DER.integer(signature.suffix(Self.coordinateBytes)))
      return handle.verifies(der, of: message, hashing: true)
    case .rs256: return handle.verifies(signature, of: message, hashing: true)
    case .edDSA:
      guard signature.count == Self.ed25519SignatureBytes else { return false }
      return handle.verifies(signature, of: message, hashing: false)
    }
  }

  /// Object identifiers in DER (RFC 3279 section 2.3, RFC 5480 section 2.1).
  private enum ObjectIdentifier {
    static let rsaEncryption: [UInt8] = [
      0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
    ]
    static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
  }
}

/// The reason that a public key is refused.
public enum PublicKeyError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The numbers have the wrong number of bytes.
  case wrongSize
  /// An RSA modulus below `PublicKey.modulusBitsMin`.
  case modulusTooShort
  /// The numbers are not a key, such as a point that is not on the curve.
  case invalid

  public var description: String {
    switch self {
    case .wrongSize: "its numbers have the wrong size"
    case .modulusTooShort:
      "its RSA modulus is shorter than \(PublicKey.modulusBitsMin) bits: use a longer key"
    case .invalid: "its numbers are not a public key"
    }
  }
}

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
