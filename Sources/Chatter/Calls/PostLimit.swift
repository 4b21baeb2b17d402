/// Limits on what is posted.
public enum PostLimit {
  /// In Unicode scalar values, which are what PostgreSQL's `char_length` counts.
  public static let usernameCharactersMax = 255
  /// The default; the server has an option for it.
  public static let messageBytesMax = 65_536
}
