internal import System

/// Accepts JSON Web Tokens of an identity provider.
public struct JWTChecker: TokenChecker {
  private let keys: KeyCache
  private let claims: TokenClaims
  private let now: @Sendable () -> Double

  /// Creates a checker. `now` returns the seconds since 1970; by default those of the system's
  /// clock.
  public init(
    keys: KeyCache, claims: TokenClaims,
    now: (@Sendable () -> Double)? = nil
  ) {
    (self.keys, self.claims) = (keys, claims)
    self.now = now ?? { Double(WallClock.secondsSince1970) }
  }

  public func identity(bearer: String) async throws(Problem) -> Identity {
    let token = try JSONWebToken(bearer)
    let key = try await keys.key(for: token.algorithm, id: token.keyID)
    guard token.isSigned(by: key) else {
      throw .token("signature", "has a wrong signature")
    }
    return try claims.identity(of: token, at: now())
  }

  public func isExempt(bearer: String) -> Bool { true }

  /// Whether a text can only be a JSON Web Token: no other token has a dot.
  static func hasForm(_ bearer: String) -> Bool { bearer.utf8.contains(UInt8(ascii: ".")) }
}

/// Accepts JSON Web Tokens and the tokens that this server has issued.
public struct EitherToken: TokenChecker {
  private let issued: any TokenChecker
  private let signed: any TokenChecker

  public init(issued: any TokenChecker, signed: any TokenChecker) {
    (self.issued, self.signed) = (issued, signed)
  }

  public func identity(bearer: String) async throws(Problem) -> Identity {
    try await checker(of: bearer).identity(bearer: bearer)
  }

  public func isExempt(bearer: String) -> Bool { checker(of: bearer).isExempt(bearer: bearer) }

  private func checker(of bearer: String) -> any TokenChecker {
    JWTChecker.hasForm(bearer) ? signed : issued
  }
}
