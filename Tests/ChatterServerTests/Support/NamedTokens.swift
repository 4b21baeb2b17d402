@testable import ChatterServer

/// Tokens whose texts say what they are: `ann` and `bob` are valid, others are refused.
struct NamedTokens: TokenChecker {
  static let users = ["ann", "bob"]

  func isExempt(bearer: String) -> Bool { bearer == "ann" }

  func identity(bearer: String) async throws(Problem) -> Identity {
    if Self.users.contains(bearer) { return Identity(username: bearer) }
    switch bearer {
    case "forbidden": throw Problem.forbidden(reason: "audience", text: "not for this")
    case "unavailable":
      throw Problem.unavailable(
        reason: "unavailable", text: "try again later", retryAfter: .seconds(3))
    default: throw Problem.unauthorized(reason: "unknown", text: "ask for a new one")
    }
  }
}
