/// A recording that is known to be playable MPEG-4 audio: it exists only validated.
///
/// It holds the bytes as they came, but for the metadata that was to be erased, and facts read from
/// them; there is no second check anywhere. What is checked: the boxes, the codec, and that every
/// sample that the tables name lies in the media data of the file. The coded audio itself is not
/// decoded.
public struct AudioClip: Sendable, Equatable {
  /// The file.
  public let bytes: [UInt8]

  /// What the boxes of the file say about it.
  public let facts: AudioFacts

  /// Validates a file (ISO/IEC 14496-12), reads its facts and erases metadata.
  ///
  /// The work is at most proportional to the bytes, whatever their counts claim.
  public init(
    bytes: [UInt8], metadata: ClipMetadata = .keep
  ) throws(AudioClipError) {
    facts = try MPEG4File(bytes).facts()
    var bytes = bytes
    MetadataEraser.erase(metadata, from: &bytes)
    self.bytes = bytes
  }

  /// Takes bytes with facts that are not read from them, for tests: nothing is checked here.
  init(validatedBytes bytes: [UInt8], facts: AudioFacts) {
    self.bytes = bytes
    self.facts = facts
  }
}
