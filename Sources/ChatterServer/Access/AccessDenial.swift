internal import Chatter
internal import HTTP

/// The error of a request that is denied for its token or for what it posts, which the log has as
/// such. The code never has a part of the token.
public struct AccessDenial: Error, Equatable {
  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  private static let invalidToken: FieldValue = "Bearer error=\"invalid_token\""

  /// Whether the token was checked and refused, which counts towards the limit of its address.
  var isRefusal: Bool { problem.fields[.authenticate] == Self.invalidToken.text }

  static func missing(_ code: String, _ detail: String) -> AccessDenial {
    AccessDenial(Problem(.unauthorized, code, detail, [.authenticate: "Bearer"]))
  }

  static func invalid(_ code: String, _ detail: String) -> AccessDenial {
    AccessDenial(Problem(.unauthorized, code, detail, [.authenticate: invalidToken]))
  }

  /// The denial of a request without a token of its scheme.
  static func noToken(_ reason: String) -> AccessDenial {
    missing(
      "token-\(reason)",
      "this server needs a token: send Authorization: Bearer and a token from its operator")
  }

  /// The denial of a token that is not valid. The reason is a short stable word, such as `expired`.
  static func unauthorized(reason: String, text: String) -> AccessDenial {
    invalid("token-\(reason)", text)
  }

  /// The denial of a valid token that does not permit the request.
  static func forbidden(reason: String, text: String) -> AccessDenial {
    AccessDenial(Problem(.forbidden, "token-\(reason)", text))
  }

  /// The response while a token cannot be checked, for example without the database.
  static func unavailable(
    reason: String, text: String, retryAfter delay: Duration
  ) -> AccessDenial {
    AccessDenial(Problem(.serviceUnavailable, "token-\(reason)", text, after: delay))
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
