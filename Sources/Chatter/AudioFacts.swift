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

  /// Creates the properties that were read from a clip before.
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

/// The codec of a clip; the raw value is the stable text form stored in the database.
public enum AudioCodec: String, Sendable, CaseIterable {
  /// AAC-LC, or HE-AAC with implicit signalling: its headers are those of AAC-LC, and only a
  /// decoder can detect the spectral band replication in the stream.
  case aacLC = "aac-lc"
  case heAAC = "he-aac"
  case heAACv2 = "he-aac-v2"
  case alac
  case opus
}
