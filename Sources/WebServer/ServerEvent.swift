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
