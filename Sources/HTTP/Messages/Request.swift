/// A request as the app receives it, independent of the HTTP version.
public struct Request {
  public let method: Method
  public private(set) var target: RequestTarget
  public let version: HTTPVersion
  public private(set) var fields: HeaderFields
  public let body: any RequestBody
  /// The address of the client, for limits and the log.
  public let client: ClientAddress
  public let id: RequestID

  /// The path as received, not percent-decoded.
  public var path: String { target.path }

  /// The host of the request: the authority of the target, or else the `Host` field.
  public var authority: String? { target.authority ?? fields[.host] }
}

extension Request {
  public init(_ head: RequestHead, body: any RequestBody, client: ClientAddress, id: RequestID) {
    self.init(
      method: head.method, target: head.target, version: head.version, fields: head.fields,
      body: body, client: client, id: id)
  }

  /// Returns this request with another path and the same query; nil if the path is invalid.
  public func replacing(path: String) -> Request? {
    let query = target.query.map { "?" + $0 } ?? ""
    guard let target = try? RequestTarget(parsing: Array((path + query).utf8)[...], method: method)
    else { return nil }
    var request = self
    request.target = target
    return request
  }

  /// Returns this request without a field.
  public func removing(_ name: FieldName) -> Request {
    var request = self
    request.fields.remove(name)
    return request
  }
}

/// The version of HTTP that a request uses.
public enum HTTPVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  case http10
  case http11
  case http2

  /// The form for the log: `HTTP/1.1`.
  public var description: String {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    }
  }
}

/// The name of a request in the log: the number of its connection, and its number within that
/// connection.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public let connection: UInt64
  public let request: UInt64

  public init(connection: UInt64, request: UInt64) {
    self.connection = connection
    self.request = request
  }

  /// Both numbers in hexadecimal: `2f-1`.
  public var description: String {
    "\(String(connection, radix: 16))-\(String(request, radix: 16))"
  }
}

/// The app: a function from request to response. A connection awaits it in its own task.
public typealias Handler = @Sendable (Request) async -> Response

/// A request line and its fields, including the framing that they specify.
public struct RequestHead: Sendable {
  /// What the client expects before it sends the body (RFC 9110 section 10.1.1).
  public enum Expectation: Hashable, Sendable {
    case none
    case continueResponse
    /// An expectation that this server does not support.
    case unsupported
  }

  public let method: Method
  public let target: RequestTarget
  public let version: HTTPVersion
  public let fields: HeaderFields
  /// The length of the body in bytes, 0 without a body, or nil if the body marks its own end: the
  /// chunked coding, or HTTP/2 without a length (RFC 9112 section 6.3).
  public let announcedBytes: Int?
  public let expectation: Expectation
  /// Whether the client intends to reuse the connection (RFC 9112 section 9.3).
  public let isPersistent: Bool

  /// Whether a body follows.
  public var hasBody: Bool { announcedBytes != 0 }
}

/// The method of a request. Names are case-sensitive, so that `get` and `GET` are different methods
/// (RFC 9110 section 9).
public struct Method: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The token in the request line.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral name: String) {
    self.name = name
  }

  public var description: String { name }

  public static var get: Method { "GET" }
  public static var head: Method { "HEAD" }
  public static var post: Method { "POST" }
  public static var delete: Method { "DELETE" }
  public static var connect: Method { "CONNECT" }
  public static var options: Method { "OPTIONS" }
}
