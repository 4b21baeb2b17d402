/// What is known of an audio clip without decoding it.
public struct AudioFacts: Sendable, Equatable {
  /// How long a player plays it: the media's length within its edit list (`EditList`).
  public var duration: Duration

  /// How the sound is coded.
  public var codec: AudioCodec

  /// Samples a second of the decoded audio, in hertz.
  public var sampleRate: Int

  /// Channels of the decoded audio.
  public var channels: Int

  /// The size of the whole file in bytes.
  public var byteCount: Int

  /// The facts as they were read; sample rate in Hz.
  public init(
    duration: Duration, codec: AudioCodec, sampleRate: Int, channels: Int, byteCount: Int
  ) {
    self.duration = duration
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.byteCount = byteCount
  }
}
