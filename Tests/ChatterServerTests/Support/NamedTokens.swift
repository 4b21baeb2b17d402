@testable import ChatterServer

/// Tokens whose texts say what they are: `ann` and `bob` are valid, others are refused.
struct NamedTokens: TokenChecker {
  static let users = ["ann", "bob"]

  func isExempt(bearer: String) -> Bool { bearer == "ann" }

  func identity(bearer: String) async throws(AccessDenial) -> Identity {
    if Self.users.contains(bearer) { return Identity(username: bearer) }
    switch bearer {
    case "forbidden": throw AccessDenial.forbidden(reason: "audience", text: "not for this")
    case "unavailable":
      throw AccessDenial.unavailable(
        reason: "unavailable", text: "try again later", retryAfter: .seconds(3))
    default: throw AccessDenial.unauthorized(reason: "unknown", text: "ask for a new one")
    }
  }
}
