internal import Chatter
public import Crypto

/// A signed JSON Web Token in compact form (RFC 7515, RFC 7519), decoded but not verified.
///
/// What its parts say is trusted only after `isSigned`. The header selects nothing but a key of the
/// operator: an algorithm without a signature, one with a shared secret, and keys or addresses
/// inside the token are refused (RFC 8725 sections 3.1, 3.2 and 3.10).
public struct JSONWebToken: Equatable {
  /// Maximum length of a token, in bytes.
  public static let bytesMax = BearerToken.bytesMax
  /// Maximum length of a key id, in bytes.
  static let keyIDBytesMax = 256
  /// Header members that would let a token bring its own key or change the rules.
  private static let forbiddenMembers = ["crit", "jku", "jwk", "x5u", "x5c", "b64", "enc", "zip"]
  /// The types of access and ID tokens (RFC 7519 section 5.1, RFC 9068 section 2.1); others, such
  /// as logout tokens, have the same issuer and audience.
  private static let types: Set = ["jwt", "at+jwt", "application/jwt", "application/at+jwt"]

  public let algorithm: SignatureAlgorithm
  /// The id of the key that signed the token; nil if it does not name one.
  public let keyID: String?
  /// The claims, which are not verified.
  let claims: [String: JSONDocument]
  private let signedBytes: [UInt8]
  private let signature: [UInt8]

  /// Reads a token; throws a refusal unless its form is valid.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.bytesMax else { throw .token("oversized", "is too long") }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .token("malformed", "does not have three parts with dots between them")
    }
    guard let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw .token("malformed", "is not base64url") }
    let members = try Self.object(header, "header")
    algorithm = try Self.algorithm(members)
    keyID = try Self.keyID(members)
    for member in Self.forbiddenMembers where members[member] != nil {
      throw .token("header", "has a member in its header that is not accepted here: \(member)")
    }
    if let type = members["typ"] {
      guard let text = type.text, Self.types.contains(text.lowercased()) else {
        throw .token("type", "is not an access token or an ID token: send one of these")
      }
    }
    claims = try Self.object(payload, "payload")
    self.signature = signature
    signedBytes = Array(parts[0]) + [UInt8(ascii: ".")] + parts[1]
  }

  /// Whether the token was signed with a key, whose only algorithm must be that of the token.
  public func isSigned(by key: PublicKey) -> Bool {
    key.algorithm == algorithm && key.verifies(signature, of: signedBytes)
  }

  private static func object(
    _ bytes: [UInt8], _ name: String
  ) throws(Problem) -> [String: JSONDocument] {
    do throws(JSONError) {
      if let members = try JSONDocument(bytes[...]).object { return members }
    } catch {}
    throw .token("malformed", "has a \(name) that is not a JSON object with unique members")
  }

  private static func algorithm(
    _ members: [String: JSONDocument]
  ) throws(Problem) -> SignatureAlgorithm {
    guard let algorithm = members["alg"]?.text.flatMap(SignatureAlgorithm.init(rawValue:)) else {
      let names = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw .token("algorithm", "is signed with another algorithm than \(names)")
    }
    return algorithm
  }

  private static func keyID(_ members: [String: JSONDocument]) throws(Problem) -> String? {
    guard let member = members["kid"] else { return nil }
    guard let text = member.text, text.utf8.count <= keyIDBytesMax else {
      throw .token("malformed", "has a key id that is not a short text")
    }
    return text
  }
}

extension Problem {
  /// The refusal of a token that is wrong.
  static func token(_ reason: String, _ problem: String) -> Problem {
    unauthorized(
      reason: reason,
      text: "the token \(problem): get a new one from your identity provider")
  }
}
