/// A request as the app receives it, independent of the HTTP version.
public struct Request {
  public let method: Method
  public let target: RequestTarget
  public let version: HTTPVersion
  public let fields: HeaderFields
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
}

extension Request {
  /// Returns this request with another path and the same query; nil if the path is invalid.
  public func replacing(path: String) -> Request? {
    let query = target.query.map { "?" + $0 } ?? ""
    guard let target = try? RequestTarget(parsing: Array((path + query).utf8)[...], method: method)
    else { return nil }
    return Request(
      method: method, target: target, version: version, fields: fields, body: body,
      client: client, id: id)
  }

  /// Returns this request without a field.
  public func removing(_ name: FieldName) -> Request {
    var fields = fields
    fields.remove(name)
    return Request(
      method: method, target: target, version: version, fields: fields, body: body,
      client: client, id: id)
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
