internal import Chatter
public import HTTP

/// What is wrong with a request, and what to change: the same for every API.
///
/// The lab calls render it as `{"error": …}`, `/v1` in the form of RFC 9457. It contains nothing
/// about the database, files or the requests of other clients.
public struct Problem: Error, Equatable {
  let status: Status
  /// One for each cause, stable, for programs, metrics and the log: never a text of the client.
  let code: String
  let detail: String
  /// Fields of the response: those of `fieldNames`.
  let fields: HeaderFields
  /// Whether the request is denied for its token or for what it posts, which the log has as such.
  let isDenial: Bool

  private static let fieldNames: [FieldName] = [
    .allow, .retryAfter, .acceptEncoding, .authenticate, .contentRange,
  ]

  init(
    _ status: Status, _ code: String, _ detail: String, _ fields: HeaderFields = [:],
    isDenial: Bool = false
  ) {
    (self.status, self.code, self.detail) = (status, code, detail)
    (self.fields, self.isDenial) = (fields, isDenial)
  }

  init(_ status: Status, _ code: String, _ detail: String, after delay: Duration) {
    self.init(status, code, detail, [.retryAfter: .retryAfter(delay)])
  }

  /// The response with a status and a message: `{"error": …}`.
  public static func response(_ status: Status, _ message: String) -> Response {
    var response = Response(status, json: JSONBody.error(message), cacheControl: "no-store")
    BrowserPolicy.apply(to: &response.fields)
    return response
  }

  func response(isV1: Bool) -> Response {
    var response = isV1 ? v1Response : Self.response(status, detail)
    for name in Self.fieldNames {
      if let value = fields[name].flatMap({ try? FieldValue($0) }) {
        response.fields.set(name, value)
      }
    }
    return response
  }

  private var v1Response: Response {
    var json: [UInt8] = []
    JSONWriter.append(raw: #"{"type":"about:blank","title":"#, status.reason, to: &json)
    json += Array(",\"status\":\(status.code),\"detail\":".utf8)
    JSONWriter.append(detail, to: &json)
    JSONWriter.append(raw: #","code":"#, code, to: &json)
    JSONWriter.append(raw: "}", to: &json)
    return Response(
      status, fields: [.contentType: "application/problem+json", .cacheControl: "no-store"],
      body: .bytes(json))
  }

  static let unknownPath = Problem(
    .notFound, "unknown-path",
    "no such path: use /getchatts/, /postchatt/, /getaudio/ or /postaudio/")
  static let unknownV1Path = Problem(
    .notFound, "unknown-path",
    "no such path, or an id that is not a UUID: /openapi.yaml describes every call")
  static let unknownCoding = Problem(
    .unsupportedMediaType, "unknown-coding",
    "unknown Content-Encoding: send gzip or none", [.acceptEncoding: "gzip"])
  static let foreignOrigin = Problem(
    .forbidden, "foreign-origin",
    "pages of this origin may not post here: start the server with --cors-origin to allow it")
  /// The problem if `If-Match` does not match (RFC 9110 section 13.1.1).
  static let preconditionFailed = Problem(
    .preconditionFailed, "precondition-failed",
    "If-Match does not match the current ETag: send the request without it")
  static let keyTooShort = Problem(
    .unprocessableContent, "key-too-short",
    "Idempotency-Key is too short: send at least \(PostKey.bytesMin) characters at random, since "
      + "a client that guesses it gets the deleteToken")
  static let chattNotFound = Problem(
    .notFound, "chatt-not-found",
    "there is no chatt with this id: it was deleted, or the id is wrong")
  static let audioNotFound = Problem(.notFound, "audio-not-found", "this chatt has no clip")
  static let noEvents = Problem(
    .serviceUnavailable, "events-unavailable",
    "this server is stopping: connect again, with your position", after: .seconds(1))
  static let tooManyStreams = Problem(
    .serviceUnavailable, "too-many-streams",
    "too many streams of events are open: close some, or try again later", after: .seconds(30))

  static func wrongMethod(allowed: [Method]) -> Problem {
    let names = allowed.filter { $0 != .options }.map(\.name).joined(separator: " or ")
    return Problem(
      .methodNotAllowed, "wrong-method", "wrong method: send \(names)", [.allow: .allow(allowed)])
  }

  static func tooOften(_ work: LimitedWork, retryAfter delay: Duration) -> Problem {
    Problem(
      .tooManyRequests, work.code,
      "too many \(work.rawValue) from this address: wait and try again", after: delay)
  }

  /// The problem of a parameter of the query. The text follows its name.
  static func parameter(_ name: String, _ text: String) -> Problem {
    Problem(.badRequest, "invalid-parameter", "the parameter \"\(name)\" \(text)")
  }

  /// - Parameter count: The size of the clip in bytes.
  static func unsatisfiableRange(of count: Int) -> Problem {
    let fields: HeaderFields =
      (try? FieldValue("bytes */\(count)")).map { [.contentRange: $0] } ?? [:]
    return Problem(
      .rangeNotSatisfiable, "range-not-satisfiable",
      "the clip has \(count) bytes: ask for bytes from 0 to \(count - 1)", fields)
  }
}

extension Response {
  /// A response in JSON.
  ///
  /// Browsers may cache lists but revalidate them each time, so that a new chatt is visible.
  init(_ status: Status = .ok, json: [UInt8], cacheControl: FieldValue = "no-cache") {
    self.init(
      status,
      fields: [.contentType: Self.jsonType, .cacheControl: cacheControl], body: .bytes(json))
  }

  static let jsonType: FieldValue = "application/json; charset=utf-8"
}
