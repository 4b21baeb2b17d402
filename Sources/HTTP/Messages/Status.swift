/// A status code and its reason phrase (RFC 9110 section 15).
public struct Status: Hashable, Sendable {
  /// The three-digit code.
  public let code: Int
  /// The phrase after the code. Clients ignore it, and HTTP/2 does not send it.
  public let reason: String

  init(_ code: Int, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Whether this is a 1xx status, which a final response follows (RFC 9110 section 15.2).
  public var isInformational: Bool { code < 200 }

  /// Whether a response with this status never has a body or a `Content-Length` (RFC 9112 section
  /// 6.3).
  public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }
}

extension Status: CustomStringConvertible {
  public var description: String { "\(code) \(reason)" }
}

extension Status {
  public static var ok: Status { Status(200, "OK") }
  public static var created: Status { Status(201, "Created") }
  public static var noContent: Status { Status(204, "No Content") }
  public static var partialContent: Status { Status(206, "Partial Content") }
  public static var notModified: Status { Status(304, "Not Modified") }
  public static var badRequest: Status { Status(400, "Bad Request") }
  public static var unauthorized: Status { Status(401, "Unauthorized") }
  public static var forbidden: Status { Status(403, "Forbidden") }
  public static var notFound: Status { Status(404, "Not Found") }
  public static var methodNotAllowed: Status { Status(405, "Method Not Allowed") }
  public static var requestTimeout: Status { Status(408, "Request Timeout") }
  public static var preconditionFailed: Status { Status(412, "Precondition Failed") }
  public static var contentTooLarge: Status { Status(413, "Content Too Large") }
  public static var uriTooLong: Status { Status(414, "URI Too Long") }
  public static var unsupportedMediaType: Status { Status(415, "Unsupported Media Type") }
  public static var rangeNotSatisfiable: Status { Status(416, "Range Not Satisfiable") }
  public static var expectationFailed: Status { Status(417, "Expectation Failed") }
  public static var misdirectedRequest: Status { Status(421, "Misdirected Request") }
  public static var unprocessableContent: Status { Status(422, "Unprocessable Content") }
  public static var tooManyRequests: Status { Status(429, "Too Many Requests") }
  public static var requestHeaderFieldsTooLarge: Status {
    Status(431, "Request Header Fields Too Large")
  }
  public static var internalServerError: Status { Status(500, "Internal Server Error") }
  public static var notImplemented: Status { Status(501, "Not Implemented") }
  public static var serviceUnavailable: Status { Status(503, "Service Unavailable") }
  public static var gatewayTimeout: Status { Status(504, "Gateway Timeout") }
  public static var httpVersionNotSupported: Status {
    Status(505, "HTTP Version Not Supported")
  }
  /// Defined in RFC 4918 section 11.5.
  public static var insufficientStorage: Status { Status(507, "Insufficient Storage") }
}
