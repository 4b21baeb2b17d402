/// What a server tells whoever runs it.
public enum ServerEvent: Sendable {
  case exchange(Exchange)
  /// A connection that ended before it spoke HTTP, with the reason.
  case handshakeFailed(remoteAddress: String, reason: String)
  /// A connection beyond the limit of its address was closed.
  case addressRefused(remoteAddress: String)
  /// A connection from a proxy was closed, since its PROXY header is missing or broken.
  case proxyHeaderRefused(remoteAddress: String, reason: String)
  /// An HTTP/2 connection was ended because its peer flooded it; the reason names with what.
  case floodStopped(remoteAddress: String, reason: String)
  /// No descriptor was left; accepting pauses and goes on by itself.
  case acceptPaused(reason: String)
}
