/// Limits on what is posted.
public enum PostLimit {
  /// In Unicode scalar values, which are what PostgreSQL's `char_length` counts.
  public static let usernameCharactersMax = 255
  /// The default; the server has an option for it.
  public static let messageBytesMax = 65_536

  /// Bytes of a body per byte of its message: an escape (`\u0007`) takes six bytes for one.
  static let bodyBytesPerMessageByte = 8
  /// Bytes of a body besides its message: a username of 255 escaped pairs, keys and blanks.
  static let bodyBytesBesideMessage = 4096

  /// The largest body of postchatt whose message has at most `messageBytesMax` bytes.
  public static func textBodyBytesMax(messageBytesMax: Int) -> Int {
    let (product, overflows) = messageBytesMax.multipliedReportingOverflow(
      by: bodyBytesPerMessageByte)
    let (sum, isTooLarge) = product.addingReportingOverflow(bodyBytesBesideMessage)
    return overflows || isTooLarge ? .max : sum
  }
}
