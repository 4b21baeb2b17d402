/// The treatment of a clip's metadata before the clip is stored.
///
/// Bytes are overwritten in place: the size of the file, its offsets and its audio do not change.
public enum ClipMetadata: String, Sendable, CaseIterable {
  /// Stores the file unchanged.
  case keep
  /// Overwrites the recording location with zeros.
  case stripLocation = "strip-location"
  /// Overwrites user data, metadata, unknown boxes and free space with zeros.
  case stripAll = "strip-all"
}
