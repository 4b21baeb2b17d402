/// How the audio of a clip is coded; the raw value is its text form in the database and is stable.
public enum AudioCodec: String, Sendable, CaseIterable {
  /// Also stands for HE-AAC that is signalled implicitly: its headers are those of AAC-LC, and
  /// only a decoder finds the spectral band replication in the stream.
  case aacLC = "aac-lc"
  case heAAC = "he-aac"
  case heAACv2 = "he-aac-v2"
  case alac
  case opus
}
