public import HTTP

/// An event that a server reports.
public enum ServerEvent: Sendable {
  /// A response was produced, completely or not.
  case responded(AccessRecord)
  /// A TLS handshake was completed, with a new session or a resumed one.
  case handshakeCompleted(version: String, isResumed: Bool)
  /// A connection ended before it spoke HTTP, for this reason.
  case handshakeFailed(remoteAddress: String, reason: String)
  /// A connection beyond the limit of its address was closed.
  case addressRefused(remoteAddress: String)
  /// A connection from a proxy was closed, because its PROXY header is missing or invalid.
  case proxyHeaderRefused(remoteAddress: String, reason: String)
  /// An HTTP/2 connection was ended because its peer flooded it; the reason names the kind of
  /// flood.
  case floodStopped(remoteAddress: String, reason: String)
  /// No file descriptor was left; accepting pauses and resumes by itself.
  case acceptPaused(reason: String)
}

/// One request and its response, as recorded in the access log; never with bodies.
public struct AccessRecord: Sendable {
  public let requestID: RequestID
  public let remoteAddress: String
  public let version: String
  /// `-` for an invalid request; the same applies to the path.
  public let method: String
  public let path: String
  public let status: Int
  /// The position in a distributed trace that the client gave; nil without one.
  public let trace: TraceParent?
  /// Bytes of the request body that arrived.
  public internal(set) var requestBytes = 0
  /// Bytes of the response body; 0 if only the head was requested.
  public internal(set) var responseBytes = 0
  /// Time from the request until the last chunk of the response was produced.
  public internal(set) var duration = Duration.zero
  /// Whether the response body was produced completely.
  public internal(set) var isComplete = false
}
