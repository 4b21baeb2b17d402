/// Which requests need a bearer token.
public struct AccessPolicy: Sendable {
  public enum Requirement: String, Sendable, CaseIterable {
    /// No token is needed.
    case open
    /// A valid token is needed.
    case token
  }

  /// What posts need. With a token, a sender posts only under its own username.
  public var posting = Requirement.open
  /// What lists, pages, chatts, clips and events need.
  public var reading = Requirement.open
  /// Whether each client is an operator, who reads and deletes without a token: the listener has
  /// checked the password.
  private(set) var isForOperators = false
  /// The limit of refused tokens of one address. Beyond it, its tokens are not looked up.
  let refusals = RateLimiter(postsPerSecond: 10, addressesMax: 4096)

  public init() {}

  /// The policy of the operators' listener.
  static var operators: AccessPolicy {
    var policy = AccessPolicy()
    policy.isForOperators = true
    return policy
  }

  /// Whether any request needs a token.
  var needsTokens: Bool { posting == .token || reading == .token }
}

/// What a request needs.
enum Access: Equatable {
  case open
  /// What `AccessPolicy.posting` requires.
  case posting
  /// What `AccessPolicy.reading` requires.
  case reading
  /// The delete token of the chatt, or an access token of its author.
  case deletion
}

/// A request that was denied, for the log and for metrics. It contains nothing of the request's
/// body and no part of a token.
public struct AccessDenied: Sendable, Hashable {
  /// A short stable word, such as `expired`.
  public let reason: String
  /// The status of the response.
  public let status: Int
  /// The address of the client.
  public let remote: String
  /// The request's name in the log.
  public let request: String

  public init(reason: String, status: Int, remote: String, request: String) {
    (self.reason, self.status) = (reason, status)
    (self.remote, self.request) = (remote, request)
  }
}
