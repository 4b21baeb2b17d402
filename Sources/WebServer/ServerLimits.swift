public import HTTP
private import System

/// The limits and timeouts of a server, for all of its connections.
public struct ServerLimits: Sendable {
  /// Maximum number of open connections.
  public var connectionsMax = 10_000
  /// Maximum number of open connections from one address.
  public var connectionsPerAddressMax = 1_024
  /// Timeout from accept to the end of the TLS handshake.
  public var handshakeTimeout = Duration.seconds(10)
  /// Timeout from the first byte of a request head to its last.
  public var headTimeout = Duration.seconds(10)
  /// Maximum time without progress of a body, and its grace period in addition to the time that
  /// `bodyBytesPerSecondMin` grants.
  public var bodyTimeout = Duration.seconds(120)
  /// Minimum pace of a body in bytes per second: each second's worth extends its deadline by one
  /// second.
  public var bodyBytesPerSecondMin = 1024
  /// Size in bytes above which a body must come at `largeBodyBytesPerSecondMin` on average.
  public var largeBodyBytesMin = 1024 * 1024
  /// Minimum average pace in bytes per second of a body larger than `largeBodyBytesMin`, after a
  /// grace period of `bodyTimeout`.
  public var largeBodyBytesPerSecondMin = 16 * 1024
  /// Maximum bytes held by the request bodies of all connections, from the first byte to the
  /// response, and by their requests on HTTP/2 streams.
  ///
  /// Beyond it, the bodies that cost most, by size and time, get 503, and new streams are refused.
  public var requestMemoryMax = 512 << 20
  /// The divisor of `requestMemoryMax` for the bytes that the connections of one address may hold.
  public static let requestMemoryPerAddressDivisor = 8
  /// Maximum unacknowledged bytes in the kernel of all stalled connections. Beyond it, those that
  /// cost most, by size and time, are reset.
  public var unsentBytesMax = 512 * 1024 * 1024
  /// The same limit for the connections of one address.
  public var unsentBytesPerAddressMax = 64 * 1024 * 1024
  /// Timeout between two requests of one connection.
  public var idleTimeout = Duration.seconds(75)
  /// How long an idle connection keeps its task. With less, busy connections would need a new task
  /// for each request; with more, idle connections would keep memory without using it.
  public var taskIdleTimeout = Duration.milliseconds(100)
  /// Timeout for the peer to take one chunk of a response, in addition to the time that
  /// `responseBytesPerSecondMin` grants.
  public var writeTimeout = Duration.seconds(60)
  /// Minimum pace in bytes per second at which a response must arrive at the peer's system, after a
  /// grace period of `writeTimeout`.
  public var responseBytesPerSecondMin = 512
  /// Maximum time for which a peer may keep its HTTP/2 window closed, whatever it has taken before.
  /// A peer that takes much at once and reads it slowly opens the window when half of it has been
  /// read.
  public var stalledResponseTimeout = Duration.seconds(600)
  /// Maximum size in bytes of a response chunk that has a deadline of its own.
  public var writeBytesMax = 65_536
  /// How long idle connections, and those in their handshake, stay open when the server stops. A
  /// request that is already on its way gets its response, and the client learns that the
  /// connection ends. Never longer than `shutdownTimeout`.
  public var drainTimeout = Duration.milliseconds(500)
  /// Timeout from the request to stop until the remaining connections are cut.
  public var shutdownTimeout = Duration.seconds(10)
  /// Timeout for the peer's end after ours, while its input is dropped.
  ///
  /// A peer that is still sending the body of a rejected request gets the time that
  /// `bodyBytesPerSecondMin` grants, up to `bodyTimeout` in total. One that is still sending a head
  /// gets this time after each read, up to `headTimeout` in total.
  public var lingerTimeout = Duration.seconds(2)
  /// Timeout for the peer to take what was sent before the connection was closed; then it is reset.
  public var closeTimeout = Duration.seconds(30)
  /// Maximum bytes read from a connection at once.
  public var readBytesMax = 65_536
  /// The limits of one request.
  public var request = RequestLimits()
  /// The limits of one HTTP/2 connection.
  public var http2 = HTTP2Limits()

  public init() {}

  /// Maximum bytes held by the request bodies of one address; the largest body always fits.
  public var requestMemoryPerAddressMax: Int {
    max(
      requestMemoryMax / Self.requestMemoryPerAddressDivisor,
      request.bodyBytesMax + MemoryQuota.stepBytes)
  }

  /// Returns the minimum of `requestMemoryMax` for bodies of a given maximum length.
  public static func requestMemoryMin(forBodies bodyBytesMax: Int) -> Int {
    max(4 * bodyBytesMax, 1 << 20)
  }

  /// Traps if a limit would keep the server from working; called when a server is made.
  func assertRelations() {
    precondition(
      connectionsMax > 0 && connectionsPerAddressMax > 0, "at least one connection must be allowed")
    precondition(
      min(handshakeTimeout, headTimeout, bodyTimeout, idleTimeout) > .zero
        && shutdownTimeout >= .zero,
      "only shutdownTimeout may be zero")
    precondition(
      requestMemoryMax >= Self.requestMemoryMin(forBodies: request.bodyBytesMax),
      "requestMemoryMax must hold four of the largest bodies, so that no address can take it all")
    request.assertRelations()
    http2.assertRelations()
  }
}
