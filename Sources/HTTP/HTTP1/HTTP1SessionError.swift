/// What the caller of a session did that the protocol does not allow.
public enum HTTP1SessionError: Error, Hashable, Sendable {
  /// This event cannot happen in this state; nothing has changed.
  case illegal(ConnectionEvent, in: ConnectionState)
  /// The content of the response is not as long as announced; the connection is closed.
  case response(ResponseWriterError)
}

extension HTTP1SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .illegal(let event, let state): "the event \(event) is illegal in the state \(state)"
    case .response(let error): error.description
    }
  }
}
