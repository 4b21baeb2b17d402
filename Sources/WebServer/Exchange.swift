public import HTTP

/// One request and its answer, as the access log tells it; never with contents.
public struct Exchange: Sendable {
  public let requestID: RequestID
  public let remoteAddress: String
  public let version: String
  /// `-` for what was no request, and so for the path.
  public let method: String
  public let path: String
  public let status: Int
  /// The bytes of the answer's content; none where only its head was wanted.
  public internal(set) var responseBytes = 0
  /// From the request to the last piece of the answer's making.
  public internal(set) var duration = Duration.zero
  /// Whether the content could be made to its end.
  public internal(set) var isComplete = false
}
