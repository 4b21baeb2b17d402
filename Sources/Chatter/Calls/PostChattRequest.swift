/// The body of postchatt, parsed and validated.
public struct PostChattRequest: Sendable, Equatable {
  /// The username of the sender.
  public let username: String
  /// The message.
  public let message: String

  /// Parses and validates a body; `audio` is ignored, like any unknown member.
  public init(
    body: ArraySlice<UInt8>, messageBytesMax: Int = PostLimit.messageBytesMax
  ) throws(PostError) {
    let fields = try PostFields(body: body)
    username = try fields.username()
    guard let message = try fields.message(bytesMax: messageBytesMax) else {
      throw .missing(.message)
    }
    self.message = message
  }
}
