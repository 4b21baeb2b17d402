/// Limits on the duration of a transfer and the size of its response.
public struct TransferLimits: Sendable, Equatable {
  /// Timeout for establishing a connection, including TLS.
  public var connectTime: Duration
  /// Timeout without any byte sent or received, in whole seconds.
  public var silence: Duration
  /// Timeout for the whole transfer: a long clip over a slow line takes minutes.
  public var wholeTime: Duration
  /// Maximum size of a decoded response body in bytes: a list holds every clip of the timeline.
  public var answerBytesMax: Int

  /// Creates limits; the defaults allow a phone's clip over a slow line, and 256 MiB for a list.
  public init(
    connectTime: Duration = .seconds(10), silence: Duration = .seconds(15),
    wholeTime: Duration = .seconds(300), answerBytesMax: Int = 256 << 20
  ) {
    self.connectTime = connectTime
    self.silence = silence
    self.wholeTime = wholeTime
    self.answerBytesMax = answerBytesMax
  }
}
