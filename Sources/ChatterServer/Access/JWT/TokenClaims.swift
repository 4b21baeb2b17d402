internal import Chatter

/// What the claims of a JSON Web Token must say (RFC 7519 section 4.1).
public struct TokenClaims: Sendable, Equatable {
  /// Maximum difference between the clocks of this machine and of the identity provider.
  public static let clockSkew = Duration.seconds(60)
  /// The claim that names the user by default.
  public static let defaultUserClaim = "sub"
  static let audiencesMax = 64

  /// The identity provider, exactly as in `iss`.
  public var issuer: String
  /// The name of this server for the provider, which `aud` must be or contain.
  public var audience: String
  /// The claim whose value is the username.
  public var userClaim: String

  public init(issuer: String, audience: String, userClaim: String = defaultUserClaim) {
    (self.issuer, self.audience, self.userClaim) = (issuer, audience, userClaim)
  }

  /// Returns the sender of a token whose signature is valid; throws a refusal unless its claims are
  /// valid at a time, in seconds since 1970.
  public func identity(of token: JSONWebToken, at now: Double) throws(Problem) -> Identity {
    try identity(token.claims, at: now)
  }

  /// Returns the sender that verified claims name; throws a refusal unless they are valid at a
  /// time, in seconds since 1970.
  func identity(
    _ claims: [String: JSONDocument], at now: Double
  ) throws(Problem) -> Identity {
    guard Self.equal(claims["iss"], issuer) else {
      throw .token("issuer", "is from another issuer than this server accepts")
    }
    guard isForThisServer(claims["aud"]) else {
      throw .token("audience", "is for another audience than this server")
    }
    // A logout token is signed like an ID token, and need not have a type (OpenID Connect
    // Back-Channel Logout 1.0 section 2.4).
    guard claims["events"] == nil else {
      throw .token("type", "is a logout token")
    }
    try Self.check(claims, at: now)
    guard let name = claims[userClaim]?.text, Self.isUsername(name) else {
      throw .forbidden(
        reason: "user-claim",
        text: "the token names no user that could post here: its issuer must set the claim "
          + "that the server's operator configured")
    }
    return Identity(username: name)
  }

  private func isForThisServer(_ claim: JSONDocument?) -> Bool {
    guard let list = claim?.list else { return Self.equal(claim, audience) }
    return list.count <= Self.audiencesMax && list.allSatisfy { $0.text != nil }
      && list.contains { Self.equal($0, audience) }
  }

  /// Compares bytes: `String` would accept other bytes for the same characters.
  private static func equal(_ claim: JSONDocument?, _ text: String) -> Bool {
    claim?.text?.utf8.elementsEqual(text.utf8) ?? false
  }

  private static func check(
    _ claims: [String: JSONDocument], at now: Double
  ) throws(Problem) {
    let skew = Double(clockSkew.components.seconds)
    guard let expiry = claims["exp"]?.number, expiry.isFinite else {
      throw .token("no-expiry", "has no expiry time")
    }
    guard now < expiry + skew else { throw .token("expired", "has expired") }
    for name in ["nbf", "iat"] {
      guard let claim = claims[name] else { continue }
      guard let time = claim.number else {
        throw .token("malformed", "has a time that is not a number: \(name)")
      }
      guard now + skew >= time else {
        throw .token("not-yet-valid", "is not valid yet (if it should be, check the clocks)")
      }
    }
  }

  private static func isUsername(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(0)
      && name.unicodeScalars.count <= PostLimit.usernameCharactersMax
  }
}
