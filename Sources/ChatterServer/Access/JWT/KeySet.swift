internal import Chatter
public import Crypto

/// The public keys of an identity provider: a JWK Set (RFC 7517 section 5).
public struct KeySet: Sendable {
  /// Maximum size of a set, in bytes.
  public static let bytesMax = 256 << 10
  /// Maximum number of keys.
  public static let keysMax = 64

  struct Key: Sendable {
    let id: String?
    let key: PublicKey
  }

  let keys: [Key]

  /// Reads a set in JSON. Keys of other types, curves, algorithms and uses are left out (section
  /// 5), but at least one must remain.
  public init(_ bytes: [UInt8]) throws(KeySetError) {
    guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(bytes[...]) } catch {
      throw .malformed
    }
    guard let list = document.object?["keys"]?.list else { throw .malformed }
    guard list.count <= Self.keysMax else { throw .tooLarge }
    var keys: [Key] = []
    for element in list {
      guard let members = element.object else { throw .malformed }
      guard Self.privateMembers.allSatisfy({ members[$0] == nil }) else { throw .privateKey }
      if let key = try Self.key(members) { keys.append(key) }
    }
    guard !keys.isEmpty else { throw .noKey }
    self.keys = keys
  }

  /// Returns the key for a token; nil if there is none. A token that does not name its key can only
  /// be of a set with one key for its algorithm.
  public func key(for algorithm: SignatureAlgorithm, id: String?) -> PublicKey? {
    let candidates = keys.filter { $0.key.algorithm == algorithm && (id == nil || $0.id == id) }
    return id == nil && candidates.count > 1 ? nil : candidates.first?.key
  }

  /// The members that only private and symmetric keys have (RFC 7518 section 6).
  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// Creates a key from its members; nil for a key that is not for tokens.
  private static func key(_ members: [String: JSONDocument]) throws(KeySetError) -> Key? {
    if let use = members["use"], use.text != "sig" { return nil }
    if let operations = members["key_ops"], operations.list?.contains(.text("verify")) != true {
      return nil
    }
    let id = members["kid"]?.text
    let key: PublicKey
    do throws(PublicKeyError) {
      switch (members["kty"]?.text, members["crv"]?.text) {
      case ("EC", "P-256"):
        key = try PublicKey(p256X: number("x", members), y: number("y", members))
      case ("RSA", _):
        key = try PublicKey(rsaModulus: number("n", members), exponent: number("e", members))
      case ("OKP", "Ed25519"): key = try PublicKey(ed25519: number("x", members))
      default: return nil
      }
    } catch {
      throw .key(id: id, error)
    }
    // Ed25519 is the newer name of EdDSA with this curve (RFC 9864).
    let names = [key.algorithm.rawValue] + (key.algorithm == .edDSA ? ["Ed25519"] : [])
    if let algorithm = members["alg"] {
      guard let name = algorithm.text, names.contains(name) else { return nil }
    }
    return Key(id: id, key: key)
  }

  private static func number(
    _ name: String, _ members: [String: JSONDocument]
  ) throws(PublicKeyError) -> [UInt8] {
    guard let bytes = members[name]?.text.flatMap({ Base64URL.decode($0.utf8) }) else {
      throw .invalid
    }
    return bytes
  }
}

/// The reason that a set of keys is refused.
public enum KeySetError: Error, Sendable, Equatable, CustomStringConvertible {
  case tooLarge
  case malformed
  case privateKey
  case noKey
  case key(id: String?, PublicKeyError)

  public var description: String {
    switch self {
    case .tooLarge:
      "the key set is larger than \(KeySet.bytesMax >> 10) KiB or \(KeySet.keysMax) keys: "
        + "check --jwks"
    case .malformed: #"not a JWK Set: expected {"keys": [...]}: check --jwks"#
    case .privateKey:
      "the key set contains a private or symmetric key: publish only the public part, and replace "
        + "the key"
    case .noKey: "the key set has no signature key of P-256, RSA or Ed25519: check --jwks"
    case .key(let id, let error): "key \(id ?? "without id") of the key set: \(error)"
    }
  }
}
