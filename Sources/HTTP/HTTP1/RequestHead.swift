/// A request line and its fields, including the framing that they specify.
public struct RequestHead: Sendable {
  /// How the end of the body is found (RFC 9112 section 6.3).
  public enum BodyFraming: Hashable, Sendable {
    case none
    case length(Int)
    /// The body marks its own end: the chunked coding, or HTTP/2 without a length.
    case chunked
  }

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
  public let bodyFraming: BodyFraming
  public let expectation: Expectation
  /// Whether the client intends to reuse the connection (RFC 9112 section 9.3).
  public let isPersistent: Bool

  /// Whether a body follows.
  public var hasBody: Bool { bodyFraming != .none && bodyFraming != .length(0) }

  /// The length of the body that the head announces, or nil for a chunked body.
  public var announcedBytes: Int? {
    switch bodyFraming {
    case .none: 0
    case .length(let count): count
    case .chunked: nil
    }
  }
}
