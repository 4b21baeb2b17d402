/// Properties of an audio clip that are known without decoding it.
public struct AudioFacts: Sendable, Equatable {
  /// The playback duration: the length of the media after its edit list (`EditList`) is applied.
  public var duration: Duration

  /// The audio codec.
  public var codec: AudioCodec

  /// Sample rate of the decoded audio, in hertz.
  public var sampleRate: Int

  /// Number of channels of the decoded audio.
  public var channels: Int

  /// The size of the whole file in bytes.
  public var byteCount: Int

  /// Creates the facts of a clip; the sample rate is in hertz.
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
