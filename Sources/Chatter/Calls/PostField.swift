/// The fields of a POST's body, by their keys.
public enum PostField: String, Sendable, CaseIterable {
  case username, name, message, audio
}
