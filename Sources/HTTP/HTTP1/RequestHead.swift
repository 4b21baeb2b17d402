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
