/// A validated MPEG-4 audio recording.
///
/// The initializer is the only validation. It checks the boxes, the codec, and that every sample
/// is inside the file's media data. It does not decode the audio.
public struct AudioClip: Sendable, Equatable {
  /// The bytes of the file.
  public let bytes: [UInt8]

  /// The facts that the file's boxes state.
  public let facts: AudioFacts

  /// Validates a file (ISO/IEC 14496-12), reads its facts and erases metadata.
  ///
  /// The work is at most proportional to the number of bytes, whatever counts the file declares.
  public init(
    bytes: consuming [UInt8], metadata: ClipMetadata = .keep
  ) throws(AudioClipError) {
    let media: UsedMedia
    (facts, media) = try Self.read(bytes)
    MetadataEraser.erase(metadata, from: &bytes, keeping: media)
    self.bytes = bytes
  }

  private static func read(_ bytes: [UInt8]) throws(AudioClipError) -> (AudioFacts, UsedMedia) {
    let file = try MPEG4File(bytes)
    return (try file.facts(), file.usedMedia)
  }
}

/// The treatment of a clip's metadata before the clip is stored.
///
/// Bytes are overwritten in place: the size of the file, its offsets and its audio do not change.
public enum ClipMetadata: String, Sendable, CaseIterable {
  /// Overwrites free space with zeros, and nothing else.
  case keep
  /// Overwrites everything but the sound, the boxes that describe it, its transcript by the
  /// recorder, and what a player needs to join clips without a gap.
  case stripLocation = "strip-location"
  /// Overwrites the transcript as well.
  case stripAll = "strip-all"
}
