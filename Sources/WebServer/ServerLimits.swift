public import HTTP
private import Sockets

/// How much a server takes in and how long it waits, for all of its connections.
public struct ServerLimits: Sendable {
  /// Connections open at one time.
  public var connectionsMax = 10_000
  /// Connections open at one time from one address.
  public var connectionsPerAddressMax = 1_024
  /// From accept to the end of the TLS handshake.
  public var handshakeTimeout = Duration.seconds(10)
  /// From the first byte of a head to its last.
  public var headTimeout = Duration.seconds(10)
  /// How long a body may stand still, and its grace beside what `bodyBytesPerSecondMin` grants.
  public var bodyTimeout = Duration.seconds(120)
  /// The slowest pace at which a body may come: each second's worth lengthens its time by a second.
  public var bodyBytesPerSecondMin = 1024
  /// The size above which a body must come at `largeBodyBytesPerSecondMin` on average.
  public var largeBodyBytesMin = 1024 * 1024
  /// The slowest average pace of a body that holds more than `largeBodyBytesMin`, beside a grace of
  /// `bodyTimeout`.
  public var largeBodyBytesPerSecondMin = 16 * 1024
  /// Bytes of the request bodies of all connections, from the first byte to the response, and of
  /// their requests on HTTP/2 streams. Beyond it, the bodies that cost most, by size and time, get
  /// 503, and new streams are refused.
  public var requestMemoryMax = 512 << 20
  /// The share of `requestMemoryMax` that the connections of one address may hold: one in so many.
  public static let requestMemoryShares = 8
  /// Bytes that stalled connections have in the kernel unacknowledged. Beyond it those that have
  /// stalled longest are reset.
  public var unsentBytesMax = 512 * 1024 * 1024
  /// The same for the connections of one address.
  public var unsentBytesPerAddressMax = 64 * 1024 * 1024
  /// Between two requests of one connection.
  public var idleTimeout = Duration.seconds(75)
  /// How long an idle connection keeps its task: less than this and busy ones would have to make a
  /// new one for each request, more and those that stand idle would keep memory for nothing.
  public var taskIdleTimeout = Duration.milliseconds(100)
  /// For the peer to take one piece of an answer, beside what `answerBytesPerSecondMin` grants.
  public var writeTimeout = Duration.seconds(60)
  /// The slowest pace at which an answer may be taken: in each `writeTimeout` so many bytes a second
  /// must arrive at the peer's system.
  public var answerBytesPerSecondMin = 512
  /// How long a peer whose HTTP/2 window is shut may leave it so, whatever it has taken before: one
  /// that takes much at a stroke and reads it slowly asks for more when half of it is gone.
  public var stalledAnswerTimeout = Duration.seconds(600)
  /// The largest piece of an answer that has a deadline of its own.
  public var writeBytesMax = 65_536
  /// From the wish to stop until the connections that are left are cut.
  public var shutdownTimeout = Duration.seconds(10)
  /// For the peer's end after ours, while what it still sends is dropped. A peer that is still
  /// sending the body of a refused request is granted what `bodyBytesPerSecondMin` grants, up to
  /// `bodyTimeout` in all.
  public var lingerTimeout = Duration.seconds(2)
  /// For the peer to take what was sent before the connection was closed; then it is reset.
  public var closeTimeout = Duration.seconds(30)
  /// The largest piece that is read from a connection at once.
  public var readBytesMax = 65_536
  /// What one request may hold.
  public var request = RequestLimits()
  /// What one HTTP/2 connection may hold or do.
  public var http2 = HTTP2Limits()

  public init() {}

  /// Bytes of request bodies of the connections of one address; the largest body always fits.
  public var requestMemoryPerAddressMax: Int {
    max(requestMemoryMax / Self.requestMemoryShares, request.bodyBytesMax + MemoryQuota.stepBytes)
  }

  /// The least that `requestMemoryMax` may be for bodies of a length.
  public static func requestMemoryMin(forBodies bodyBytesMax: Int) -> Int {
    max(4 * bodyBytesMax, 1 << 20)
  }

  /// Ends the program where a limit would keep everything from working; called when a server is
  /// made.
  func assertRelations() {
    precondition(
      connectionsMax > 0 && connectionsPerAddressMax > 0, "a connection at least may be open")
    precondition(
      bodyBytesPerSecondMin > 0 && answerBytesPerSecondMin > 0 && writeBytesMax > 0
        && readBytesMax > 0, "bytes move")
    precondition(
      min(handshakeTimeout, headTimeout, bodyTimeout, idleTimeout) > .zero
        && min(writeTimeout, lingerTimeout, stalledAnswerTimeout, closeTimeout) > .zero
        && min(shutdownTimeout, taskIdleTimeout) >= .zero,
      "only stopping may leave no time")
    precondition(
      requestMemoryMax >= Self.requestMemoryMin(forBodies: request.bodyBytesMax),
      "four of the largest bodies fit, so that one address cannot take all of the memory")
    precondition(
      largeBodyBytesMin >= 0 && largeBodyBytesPerSecondMin >= bodyBytesPerSecondMin,
      "a large body may not be slower than a small one")
    precondition(
      unsentBytesMax >= unsentBytesPerAddressMax
        && unsentBytesPerAddressMax >= 4 * Int(Listener.unsentBytesMax),
      "some connections of an address may stall")
    request.assertRelations()
    http2.assertRelations(with: request)
  }
}
