internal import Chatter
internal import HTTP

/// An error of `/v1` in the form of RFC 9457.
struct V1Problem: Error, Equatable {
  let status: Status
  /// Stable, for programs.
  let code: String
  /// Says what to change.
  let detail: String
  /// When the client may try again.
  var retryAfter: Duration?

  static let unknownPath = V1Problem(
    status: .notFound, code: "not-found",
    detail: "no such path, or an id that is not a UUID: /openapi.yaml describes every call")
  static let chattNotFound = V1Problem(
    status: .notFound, code: "chatt-not-found",
    detail: "there is no chatt with this id: it was deleted, or the id is wrong")
  static let audioNotFound = V1Problem(
    status: .notFound, code: "audio-not-found", detail: "this chatt has no clip")

  static let noEvents = V1Problem(
    status: .serviceUnavailable, code: "events-unavailable",
    detail: "this server is stopping: connect again, with your position", retryAfter: .seconds(1))
  static let tooManyStreams = V1Problem(
    status: .serviceUnavailable, code: "too-many-streams",
    detail: "too many streams of events are open: close some, or try again later",
    retryAfter: .seconds(30))

  /// The problem of a parameter of the query. The text follows its name.
  static func parameter(_ name: String, _ text: String) -> V1Problem {
    V1Problem(
      status: .badRequest, code: "invalid-parameter", detail: "the parameter \"\(name)\" \(text)")
  }

  /// Returns a response of the lab calls as a problem of `/v1`, with its fields.
  static func response(for response: Response) -> Response {
    guard case .bytes(let body) = response.body,
      response.fields[.contentType] != Self.mediaType.text,
      let detail = JSONBody.message(ofError: body)
    else {
      return response
    }
    var result = V1Problem(
      status: response.status, code: code(of: response.status), detail: detail
    ).response
    for name in [FieldName.allow, .retryAfter, .acceptEncoding] {
      if let value = response.fields[name].flatMap({ try? FieldValue($0) }) {
        result.fields.set(name, value)
      }
    }
    return result
  }

  private static let mediaType: FieldValue = "application/problem+json"

  var response: Response {
    var json: [UInt8] = []
    JSONWriter.append(raw: #"{"type":"about:blank","title":"#, to: &json)
    JSONWriter.append(status.reason, to: &json)
    json += Array(",\"status\":\(status.code),\"detail\":".utf8)
    JSONWriter.append(detail, to: &json)
    JSONWriter.append(raw: #","code":"#, to: &json)
    JSONWriter.append(code, to: &json)
    JSONWriter.append(raw: "}", to: &json)
    var response = Response(
      status, fields: [.contentType: Self.mediaType, .cacheControl: "no-store"],
      body: .bytes(json))
    if let retryAfter { response.fields.set(.retryAfter, .retryAfter(retryAfter)) }
    return response
  }

  /// The reason phrase as a word: `method-not-allowed`.
  private static func code(of status: Status) -> String {
    status.reason.lowercased().replacing(" ", with: "-")
  }
}
