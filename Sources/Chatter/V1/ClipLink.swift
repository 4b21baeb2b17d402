/// The place and the properties of a clip that a list does not contain: the `audio` of a chatt of
/// `/v1`.
public struct ClipLink: Sendable, Hashable {
  /// The URL, relative to that of the server, such as `/v1/audio/….m4a`.
  public var url: String
  /// The media type, such as `audio/mp4`.
  public var mediaType: String
  /// The codec in the text form of ``AudioCodec``; a later server may have others.
  public var codec: String
  /// How long it plays.
  public var duration: Duration
  /// Sample rate in hertz.
  public var sampleRate: Int
  /// 1 for mono, 2 for stereo.
  public var channels: Int
  /// The size of the file in bytes.
  public var byteCount: Int
  /// The SHA-256 of the file, 32 bytes.
  public var sha256: [UInt8]

  /// Creates a link from its properties.
  public init(
    url: String, mediaType: String = "audio/mp4", codec: String, duration: Duration,
    sampleRate: Int, channels: Int, byteCount: Int, sha256: [UInt8]
  ) {
    (self.url, self.mediaType, self.codec, self.duration) = (url, mediaType, codec, duration)
    (self.sampleRate, self.channels, self.byteCount) = (sampleRate, channels, byteCount)
    self.sha256 = sha256
  }
}
