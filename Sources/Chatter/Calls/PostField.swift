/// The fields of a POST's body, by their keys.
public enum PostField: String, Sendable, CaseIterable {
  case username, name, message, audio

  /// The length of the longest key.
  static let keyBytesMax = 8
}
