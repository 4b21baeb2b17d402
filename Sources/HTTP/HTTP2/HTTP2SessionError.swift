/// A call of the session that the protocol does not allow, or that came too late.
public enum HTTP2SessionError: Error, Hashable, Sendable {
  /// The stream is over or never existed; the peer may have reset it in the meantime.
  case streamIsOver
  /// The stream already has its response.
  case alreadyResponded
  /// The response body does not have the announced length; the stream is reset.
  case response(ResponseWriterError)
  /// nghttp2 had no memory for the session or for a frame.
  case noMemory
}

extension HTTP2SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .streamIsOver: "the stream is closed"
    case .alreadyResponded: "the stream already has a response"
    case .response(let error): "\(error)"
    case .noMemory: "out of memory for HTTP/2"
    }
  }
}
