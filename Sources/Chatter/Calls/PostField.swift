/// The members of the body of a POST, by their keys.
public enum PostField: String, Sendable, CaseIterable {
  case username, name, message, audio

  /// Length of the longest key in bytes.
  static let keyBytesMax = 8
}
