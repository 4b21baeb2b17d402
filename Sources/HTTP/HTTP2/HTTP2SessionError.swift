/// What the caller of a session did that the protocol does not allow, or came too late for.
public enum HTTP2SessionError: Error, Hashable, Sendable {
  /// The stream is over, or there was none: the peer may have reset it meanwhile.
  case streamIsOver
  /// The stream has its response.
  case alreadyAnswered
  /// The content is not as long as announced; the stream is reset.
  case response(ResponseWriterError)
  /// The library had no memory, for the session or for a frame.
  case noMemory
}

extension HTTP2SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .streamIsOver: "the stream is over"
    case .alreadyAnswered: "the stream has its response"
    case .response(let error): error.description
    case .noMemory: "no memory for HTTP/2"
    }
  }
}
