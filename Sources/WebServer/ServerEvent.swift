public import Sockets

/// One request and its answer, as the access log tells it; never with contents.
public struct Exchange: Sendable {
  public let requestID: String
  public let remoteAddress: String
  public let version: String
  public let method: String
  public let path: String
  public let status: Int
  /// The bytes of the answer's body that were sent.
  public let responseBytes: Int
  public let duration: Duration
  /// Whether the whole answer was handed over.
  public let isComplete: Bool
}

/// What a server tells whoever runs it.
public enum ServerEvent: Sendable {
  case exchange(Exchange)
  /// A connection that ended before it spoke HTTP, with the reason.
  case handshakeFailed(remoteAddress: String, reason: String)
  /// A connection beyond the limit of its address was closed.
  case addressRefused(remoteAddress: String)
  /// No descriptor was left; accepting pauses and goes on by itself.
  case acceptPaused(reason: String)
}
