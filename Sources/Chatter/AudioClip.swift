/// Why bytes are not an audio clip.
public enum AudioClipError: Error, Equatable, Sendable {
  case empty
}

/// The bytes of an audio clip.
public struct AudioClip: Sendable, Equatable {
  /// The file, exactly as it came.
  public let bytes: [UInt8]

  /// Takes the bytes of a clip.
  public init(bytes: [UInt8]) throws(AudioClipError) {
    guard !bytes.isEmpty else { throw .empty }
    self.bytes = bytes
  }
}
