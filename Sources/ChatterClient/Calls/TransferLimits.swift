/// Limits on the duration of a transfer and the size of its response.
public struct TransferLimits: Sendable, Equatable {
  /// Timeout for establishing a connection, including TLS.
  public var connectTimeout: Duration
  /// Timeout without any byte sent or received, in whole seconds.
  public var idleTimeout: Duration
  /// Timeout for the whole transfer: a long clip over a slow line takes minutes.
  public var totalTimeout: Duration
  /// Maximum size of a decoded response body in bytes: a list holds every clip of the timeline.
  public var responseBytesMax: Int

  /// Creates limits; the defaults allow a phone's clip over a slow line, and 256 MiB for a list.
  public init(
    connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(15),
    totalTimeout: Duration = .seconds(300), responseBytesMax: Int = 256 << 20
  ) {
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
    self.totalTimeout = totalTimeout
    self.responseBytesMax = responseBytesMax
  }
}
