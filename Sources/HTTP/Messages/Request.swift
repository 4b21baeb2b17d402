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

  public init(
    method: Method, target: RequestTarget, version: HTTPVersion, fields: HeaderFields,
    body: any RequestBody, client: ClientAddress, id: RequestID
  ) {
    self.method = method
    self.target = target
    self.version = version
    self.fields = fields
    self.body = body
    self.client = client
    self.id = id
  }

  /// The path as received, not percent-decoded.
  public var path: String { target.path }

  /// The query as received, without its `?`.
  public var query: String? { target.query }

  /// The host of the request: the authority of the target, or else the `Host` field.
  public var authority: String? { target.authority ?? fields[.host] }
}

/// The app: a function from request to response. A connection awaits it in its own task.
public typealias Handler = @Sendable (Request) async -> Response
