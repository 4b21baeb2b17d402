internal import HTTP

/// The problems of a token, or of a request without one. No code has a part of a token.
extension Problem {
  private static let invalidToken: FieldValue = "Bearer error=\"invalid_token\""

  /// Whether the token was checked and refused, which counts towards the limit of its address.
  var isRefusal: Bool { fields[.authenticate] == Self.invalidToken.text }

  /// The denial of a request without a token of its scheme.
  static func missing(_ code: String, _ detail: String) -> Problem {
    Problem(.unauthorized, code, detail, [.authenticate: "Bearer"], isDenial: true)
  }

  /// The denial of a token that is not valid. The reason is a short stable word, such as `expired`.
  static func unauthorized(reason: String, text: String) -> Problem {
    Problem(.unauthorized, "token-\(reason)", text, [.authenticate: invalidToken], isDenial: true)
  }

  /// The denial of a valid token that does not permit the request.
  static func forbidden(reason: String, text: String) -> Problem {
    Problem(.forbidden, "token-\(reason)", text, isDenial: true)
  }

  /// The problem while a token cannot be checked, for example without the database.
  static func unavailable(reason: String, text: String, retryAfter delay: Duration) -> Problem {
    Problem(.serviceUnavailable, "token-\(reason)", text, after: delay)
  }

  /// The denial of a token from an address that sent too many wrong ones.
  static func tooManyRefusals(retryAfter delay: Duration) -> Problem {
    Problem(
      .tooManyRequests, "too-many-tokens",
      "too many wrong tokens from this address: wait and try again with a valid one",
      [.retryAfter: .retryAfter(delay)], isDenial: true)
  }

  /// The denial of a post or deletion of another user's chatt.
  static let otherUser = Problem(
    .forbidden, "name-not-yours",
    "the token belongs to another user: send the username that it was issued for", isDenial: true)
  static let otherAuthor = Problem(
    .forbidden, "chatt-not-yours",
    "the chatt belongs to another user: send its deleteToken, or a token of its author",
    isDenial: true)

  /// The denial of a deletion without a token, or with a wrong one.
  static let noDeleteToken = missing(
    "token-missing",
    "send Authorization: Bearer and the deleteToken from the response to the post")
  static let wrongDeleteToken = Problem(
    .forbidden, "token-wrong",
    "this is not the deleteToken of this chatt: send that from the response to its post",
    isDenial: true)
}
