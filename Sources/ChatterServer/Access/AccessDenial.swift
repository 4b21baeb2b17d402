internal import Chatter
internal import HTTP

/// The error of a request that is denied for its token or for what it posts, which the log has as
/// such. The code never has a part of the token.
struct AccessDenial: Error, Equatable {
  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  private static let invalidToken: FieldValue = "Bearer error=\"invalid_token\""

  /// Whether the token was checked and refused, which counts towards the limit of its address.
  var isRefusal: Bool { problem.fields[.authenticate] == Self.invalidToken.text }

  private static func missing(_ code: String, _ detail: String) -> AccessDenial {
    AccessDenial(Problem(.unauthorized, code, detail, [.authenticate: "Bearer"]))
  }

  private static func invalid(_ code: String, _ detail: String) -> AccessDenial {
    AccessDenial(Problem(.unauthorized, code, detail, [.authenticate: invalidToken]))
  }

  /// The denial of a request without a usable field `Authorization`.
  init(_ malformed: BearerToken.Malformed) {
    self =
      switch malformed {
      case .missing, .otherScheme:
        .missing(
          malformed.code,
          "this server needs a token: send Authorization: Bearer and a token from its operator")
      case .repeated:
        .missing(
          malformed.code,
          "several Authorization fields: send one, with Bearer and one token")
      case .oversized:
        .invalid(
          malformed.code,
          "the token is longer than \(BearerToken.bytesMax) bytes: send it exactly as it was issued"
        )
      case .malformed:
        .invalid(
          malformed.code,
          "the token contains invalid characters: send it exactly as it was issued")
      }
  }

  /// The denial of a token that a checker refuses.
  init(_ refusal: TokenRefusal) {
    let (code, text) = (refusal.code, refusal.text)
    switch refusal.kind {
    case .unauthorized: self = .invalid(code, text)
    case .forbidden: self.init(Problem(.forbidden, code, text))
    case .unavailable(let delay): self.init(Problem(.serviceUnavailable, code, text, after: delay))
    }
  }

  /// The denial of a token from an address that sent too many wrong ones.
  static func tooManyRefusals(retryAfter delay: Duration) -> AccessDenial {
    AccessDenial(
      Problem(
        .tooManyRequests, "too-many-tokens",
        "too many wrong tokens from this address: wait and try again with a valid one",
        after: delay))
  }

  /// The denial of a post or deletion of another user's chatt.
  static let otherUser = AccessDenial(
    Problem(
      .forbidden, "name-not-yours",
      "the token belongs to another user: send the username that it was issued for"))
  static let otherAuthor = AccessDenial(
    Problem(
      .forbidden, "chatt-not-yours",
      "the chatt belongs to another user: send its deleteToken, or a token of its author"))

  /// The denial of a deletion without a token, or with a wrong one.
  static let noDeleteToken = missing(
    "token-missing",
    "send Authorization: Bearer and the deleteToken from the response to the post")
  static let wrongDeleteToken = AccessDenial(
    Problem(
      .forbidden, "token-wrong",
      "this is not the deleteToken of this chatt: send that from the response to its post"))
}

extension BearerToken.Malformed {
  /// The code of the problem.
  fileprivate var code: String { "token-\(rawValue)" }
}

extension TokenRefusal {
  /// The code of the problem.
  fileprivate var code: String { "token-\(reason)" }
}
