/// One request and its answer, as the access log tells it; never with contents.
public struct Exchange: Sendable {
  public let requestID: String
  public let remoteAddress: String
  public let version: String
  public let method: String
  public let path: String
  public let status: Int
  /// The bytes of the answer's content.
  public internal(set) var responseBytes = 0
  public internal(set) var duration = Duration.zero
  /// Whether the content could be made to its end.
  public internal(set) var isComplete = false
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
