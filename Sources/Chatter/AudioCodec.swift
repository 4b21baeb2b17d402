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
