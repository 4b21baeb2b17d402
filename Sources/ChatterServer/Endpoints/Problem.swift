internal import Chatter
internal import EventLoop
public import HTTP

/// Converts the errors of all layers to responses.
///
/// A response has a message that says how to fix the request. It contains nothing about the
/// database, files or the requests of other clients.
public enum Problem {
  /// The response with a status and a message: `{"error": …}`.
  public static func response(_ status: Status, _ message: String) -> Response {
    var response = Response(status, json: JSONBody.error(message), cacheControl: "no-store")
    BrowserPolicy.apply(to: &response.fields)
    return response
  }

  /// The response if `If-Match` does not match (RFC 9110 section 13.1.1).
  static var preconditionFailed: Response {
    response(
      .preconditionFailed, "If-Match does not match the current ETag: send the request without it")
  }

  /// - Parameter isWrite: Whether the request was to store something. Only then may the response
  ///   say that nothing was stored.
  static func response(to error: any Error, isWrite: Bool) -> Response {
    switch error {
    case let error as V1Problem: error.response
    case let error as QueryParameters.Malformed: response(.badRequest, error.description)
    case let error as RoutingError: response(to: error)
    case let error as RequestBodyError where error == .quotaExhausted:
      response(error.status, error.description, after: .seconds(1))
    case is WorkerPool.BusyError:
      response(
        .serviceUnavailable, "too many large posts at once: try again later", after: .seconds(1))
    case let error as RequestBodyError where error != .notAvailable:
      response(error.status, error.description)
    case let error as PostError:
      response(error.isMalformed ? .badRequest : .unprocessableContent, error.description)
    case let error as MultipartError: response(.badRequest, error.description)
    case let error as PostKeyError: response(.badRequest, error.description)
    case let error as AudioClipError: response(.unprocessableContent, error.description)
    case let error as TimelineError: response(to: error, isWrite: isWrite)
    default: internalError
    }
  }

  private static func response(to error: RoutingError) -> Response {
    switch error {
    case .unknownPath:
      response(
        .notFound, "no such path: use /getchatts/, /postchatt/, /getaudio/ or /postaudio/")
    case .wrongMethod(let allowed):
      response(
        .methodNotAllowed,
        "wrong method: send "
          + allowed.filter { $0 != .options }.map(\.name).joined(separator: " or "),
        setting: .allow, to: .allow(allowed))
    case .unknownCoding:
      response(
        .unsupportedMediaType, "unknown Content-Encoding: send gzip, deflate or none",
        setting: .acceptEncoding, to: "gzip, deflate")
    case .foreignOrigin:
      response(
        .forbidden,
        "pages of this origin may not post here: start the server with --cors-origin to allow it")
    case .postsTooOften(let delay):
      response(
        .tooManyRequests, "too many posts from this address: wait and try again", after: delay)
    }
  }

  private static func response(to error: TimelineError, isWrite: Bool) -> Response {
    func unavailable(_ reason: String, after delay: Duration) -> Response {
      let outcome = isWrite ? ", nothing was stored" : ""
      return response(.serviceUnavailable, "\(reason)\(outcome): try again later", after: delay)
    }
    return switch error {
    case .unavailable(let delay): unavailable("the database is unavailable", after: delay)
    case .timedOut: unavailable("the database is too slow", after: .seconds(1))
    case .cancelled: unavailable("the server is stopping", after: .seconds(1))
    case .outcomeUnknown:
      // Not 503, which says that nothing was stored. No Retry-After, since without a key a repeat
      // may store a second chatt.
      response(
        .gatewayTimeout,
        "lost the database connection during the post: check the list before posting again")
    case .refused(let message): response(.unprocessableContent, message)
    case .full(let message) where isWrite: response(.insufficientStorage, message)
    case .full: unavailable("the database is unavailable", after: .seconds(1))
    case .malformedResponse: internalError
    }
  }

  /// The response to errors that concern only the operator. The details are in the log.
  private static var internalError: Response {
    response(.internalServerError, "internal server error: try again later")
  }

  private static func response(_ status: Status, _ message: String, after delay: Duration)
    -> Response
  {
    response(status, message, setting: .retryAfter, to: .retryAfter(delay))
  }

  private static func response(
    _ status: Status, _ message: String, setting name: FieldName, to value: FieldValue
  ) -> Response {
    var response = response(status, message)
    response.fields.set(name, value)
    return response
  }
}
