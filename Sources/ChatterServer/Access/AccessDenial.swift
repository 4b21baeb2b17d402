internal import Chatter
internal import HTTP

/// The error of a request that is denied for its token.
struct AccessDenial: Error, Equatable {
  let problem: V1Problem
  /// A short stable word for logs and metrics; never a part of the token.
  let reason: String
  /// The value of `WWW-Authenticate` (RFC 6750 section 3); nil for other statuses than 401.
  let challenge: FieldValue?

  init(problem: V1Problem, reason: String, challenge: FieldValue? = nil) {
    (self.problem, self.reason, self.challenge) = (problem, reason, challenge)
  }

  /// Returns the response, in the form of `/v1` or of the lab calls.
  func response(isV1: Bool) -> Response {
    var response =
      isV1 ? problem.response : Problem.response(problem.status, problem.detail)
    if let challenge { response.fields.set(.authenticate, challenge) }
    if let delay = problem.retryAfter { response.fields.set(.retryAfter, .retryAfter(delay)) }
    return response
  }

  /// Whether the token was checked and refused, which counts towards the limit of its address.
  var isRefusal: Bool { problem.code == "token-invalid" }

  private static func missing(_ reason: BearerToken.Malformed, _ detail: String) -> AccessDenial {
    AccessDenial(
      problem: V1Problem(status: .unauthorized, code: "token-missing", detail: detail),
      reason: reason.rawValue, challenge: "Bearer")
  }

  private static func invalid(_ reason: String, _ detail: String) -> AccessDenial {
    AccessDenial(
      problem: V1Problem(status: .unauthorized, code: "token-invalid", detail: detail),
      reason: reason, challenge: "Bearer error=\"invalid_token\"")
  }

  /// The denial of a request without a usable field `Authorization`.
  init(_ malformed: BearerToken.Malformed) {
    self =
      switch malformed {
      case .missing, .otherScheme:
        .missing(
          malformed,
          "this server needs a token: send Authorization: Bearer and a token from its operator")
      case .repeated:
        .missing(malformed, "several Authorization fields: send one, with Bearer and one token")
      case .oversized:
        .invalid(
          malformed.rawValue,
          "the token is longer than \(BearerToken.bytesMax) bytes: send it exactly as it was issued"
        )
      case .malformed:
        .invalid(
          malformed.rawValue,
          "the token contains invalid characters: send it exactly as it was issued")
      }
  }

  /// The denial of a token that a checker refuses.
  init(_ refusal: TokenRefusal) {
    switch refusal.kind {
    case .unauthorized: self = .invalid(refusal.reason, refusal.text)
    case .forbidden:
      self.init(
        problem: V1Problem(status: .forbidden, code: "token-forbidden", detail: refusal.text),
        reason: refusal.reason)
    case .unavailable(let delay):
      self.init(
        problem: V1Problem(
          status: .serviceUnavailable, code: "service-unavailable", detail: refusal.text,
          retryAfter: delay),
        reason: refusal.reason)
    }
  }

  /// The denial of a token from an address that sent too many wrong ones.
  static func tooManyRefusals(retryAfter delay: Duration) -> AccessDenial {
    AccessDenial(
      problem: V1Problem(
        status: .tooManyRequests, code: "too-many-requests",
        detail: "too many wrong tokens from this address: wait and try again with a valid one",
        retryAfter: delay),
      reason: "too-many")
  }

  /// The denial of a post or deletion of another user's chatt.
  static let otherUser = AccessDenial(
    problem: V1Problem(
      status: .forbidden, code: "token-forbidden",
      detail: "the token belongs to another user: send the username that it was issued for"),
    reason: "other-user")
  static let otherAuthor = AccessDenial(
    problem: V1Problem(
      status: .forbidden, code: "token-forbidden",
      detail: "the chatt belongs to another user: send its deleteToken, or a token of its author"),
    reason: "other-user")

  /// The denial of a deletion without a token, or with a wrong one.
  static let noDeleteToken = AccessDenial(
    problem: V1Problem(
      status: .unauthorized, code: "token-missing",
      detail: "send Authorization: Bearer and the deleteToken from the response to the post"),
    reason: "missing", challenge: "Bearer")
  static let wrongDeleteToken = AccessDenial(
    problem: V1Problem(
      status: .forbidden, code: "token-wrong",
      detail: "this is not the deleteToken of this chatt: send that from the response to its post"),
    reason: "delete-token")
}
