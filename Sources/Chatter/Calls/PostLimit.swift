/// Limits on posts.
public enum PostLimit {
  /// Maximum length of a username in Unicode scalar values, which PostgreSQL's `char_length`
  /// counts.
  public static let usernameCharactersMax = 255
  /// Default maximum length of a message in bytes; the server has an option for it.
  public static let messageBytesMax = 65_536

  /// Bytes of body allowed for each byte of message: an escape (`\u0007`) takes six bytes for one.
  static let bodyBytesPerMessageByte = 8
  /// Bytes of body allowed besides the message: a username of 255 escaped pairs, keys and blanks.
  static let bodyBytesBesideMessage = 4096

  /// Returns the maximum body size of postchatt for messages of up to `messageBytesMax` bytes.
  public static func textBodyBytesMax(messageBytesMax: Int) -> Int {
    messageBytesMax * bodyBytesPerMessageByte + bodyBytesBesideMessage
  }
}
