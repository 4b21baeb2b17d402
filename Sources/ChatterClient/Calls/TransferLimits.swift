/// How long a transfer may take and how much it may bring.
public struct TransferLimits: Sendable, Equatable {
  /// Until a connection is there, TLS included.
  public var connectTime: Duration
  /// Without a byte either way; counted in whole seconds.
  public var silence: Duration
  /// For all of it: a long clip over a slow line takes minutes.
  public var wholeTime: Duration
  /// Of an answer's content, decoded: a list holds every clip of the timeline.
  public var answerBytesMax: Int

  /// By default what a phone's clip needs over a slow line, and a quarter of a GiB for a list.
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
