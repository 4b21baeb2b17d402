/// What happens to the metadata of a clip before it is stored.
///
/// Bytes are overwritten in place: the size of the file, the offsets in it and its audio stay.
public enum ClipMetadata: String, Sendable, CaseIterable {
  /// The file stays as it is.
  case keep
  /// Where the recording was made is overwritten with zeros.
  case stripLocation = "strip-location"
  /// User data, metadata, unknown boxes and free space are overwritten with zeros.
  case stripAll = "strip-all"
}
