/// A request as the app sees it, whatever version of the protocol brought it.
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

  /// The path as it came, not percent-decoded.
  public var path: String { target.path }

  /// The query as it came, without its `?`.
  public var query: String? { target.query }

  /// The host that the request is for: of the target, else of the `Host` field.
  public var authority: String? { target.authority ?? fields[.host] }
}

/// The app: a function from request to response. A connection awaits it in its own task.
public typealias Handler = @Sendable (Request) async -> Response
