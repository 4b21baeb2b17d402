internal import HTTP

/// Which requests need a bearer token.
public struct AccessPolicy: Sendable {
  public enum Requirement: String, Sendable, CaseIterable {
    case open
    case token
  }

  /// What posts need. With a token, a sender posts only under its own username.
  public var posting = Requirement.open
  /// What lists, pages, chatts, clips and events need.
  public var reading = Requirement.open
  /// Whether each client is an operator, who reads and deletes without a token: the listener has
  /// checked the password.
  var isForOperators = false
  /// The limit of refused tokens of one address. Beyond it, its tokens are not looked up.
  let refusals = RateLimiter(postsPerSecond: 10, addressesMax: 4096)

  var needsTokens: Bool { posting == .token || reading == .token }
}

enum Access: Equatable {
  case open
  case posting
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
}

extension Response {
  /// Lets only the client's own cache store the response, and use it only for the same token.
  mutating func restrictCaching() {
    fields.append(.vary, "Authorization")
    guard let value = fields[.cacheControl], value != "no-store" else { return }
    let directives = value.split(separator: ", ").filter { $0 != "public" }
    let restricted = (["private"] + directives).joined(separator: ", ")
    fields.set(.cacheControl, (try? FieldValue(restricted)) ?? "no-store")
  }
}
