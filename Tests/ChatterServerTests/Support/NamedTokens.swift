import ChatterServer

/// Tokens whose texts say what they are: `ann` and `bob` are valid, others are refused.
struct NamedTokens: TokenChecker {
  static let users = ["ann", "bob"]

  func isExempt(bearer: String) -> Bool { bearer == "ann" }

  func identity(bearer: String) async throws(TokenRefusal) -> Identity {
    if Self.users.contains(bearer) { return Identity(username: bearer) }
    switch bearer {
    case "forbidden": throw TokenRefusal(.forbidden, reason: "audience", text: "not for this")
    case "unavailable":
      throw TokenRefusal(
        .unavailable(retryAfter: .seconds(3)), reason: "unavailable", text: "try again later")
    default: throw TokenRefusal(.unauthorized, reason: "unknown", text: "ask for a new one")
    }
  }
}
