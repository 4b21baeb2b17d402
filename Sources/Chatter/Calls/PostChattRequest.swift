/// The body of postchatt, read and checked.
public struct PostChattRequest: Sendable, Equatable {
  /// Who posts it.
  public let username: String
  /// What was written.
  public let message: String

  /// Reads a body; `audio`, like any other key, is ignored.
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
