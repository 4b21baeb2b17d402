/// A request line and its fields, with what they say about framing.
public struct RequestHead: Sendable {
  /// How the end of the content is found (RFC 9112 section 6.3).
  public enum BodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    /// In pieces of which none but the last one says that it is: chunked, or HTTP/2 without a
    /// length.
    case chunked
  }

  /// What the client waits for before it sends the content (RFC 9110 section 10.1.1).
  public enum Expectation: Hashable, Sendable {
    case none
    case continueResponse
    /// One that this server does not know.
    case unsupported
  }

  public let method: Method
  public let target: RequestTarget
  public let version: HTTPVersion
  public let fields: HeaderFields
  public let bodyFraming: BodyFraming
  public let expectation: Expectation
  /// Does the client mean to keep the connection? (RFC 9112 section 9.3)
  public let isPersistent: Bool

  /// Does content follow?
  public var hasBody: Bool { bodyFraming != .none && bodyFraming != .length(0) }

  /// The length that the head announces, nil for chunked content.
  public var announcedBytes: Int? {
    switch bodyFraming {
    case .none: 0
    case .length(let count): count
    case .chunked: nil
    }
  }
}

extension Request {
  /// A request of whatever version.
  public init(
    _ head: RequestHead, body: any RequestBody, client: ClientAddress, id: RequestID
  ) {
    self.init(
      method: head.method, target: head.target, version: head.version, fields: head.fields,
      body: body, client: client, id: id)
  }
}
