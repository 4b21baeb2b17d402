public import HTTP

/// How much a server takes in and how long it waits, for all of its connections.
public struct ServerLimits: Sendable {
  /// Connections open at one time.
  public var connectionsMax = 10_000
  /// Connections open at one time from one address.
  public var connectionsPerAddressMax = 1_000
  /// From accept to the end of the TLS handshake.
  public var handshakeTimeout = Duration.seconds(10)
  /// From the first byte of a head to its last.
  public var headTimeout = Duration.seconds(10)
  /// Between two pieces of a body, the time that a pace of `bodyBytesPerSecondMin` allows added.
  public var bodyTimeout = Duration.seconds(30)
  /// Between two requests of one connection.
  public var idleTimeout = Duration.seconds(60)
  /// For the peer to take one piece of an answer.
  public var writeTimeout = Duration.seconds(30)
  /// From the wish to stop until the connections that are left are cut.
  public var shutdownTimeout = Duration.seconds(10)
  /// For the peer's end after ours, while what it still sends is thrown away.
  public var lingerTimeout = Duration.seconds(2)
  /// The largest piece that is read from a connection at once.
  public var readBytesMax = 65_536
  /// What one request may hold.
  public var request = RequestLimits()

  public init() {}
}
