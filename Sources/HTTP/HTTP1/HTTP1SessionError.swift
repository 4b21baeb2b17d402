/// A call of the session that the protocol does not allow.
public enum HTTP1SessionError: Error, Hashable, Sendable {
  /// The event cannot happen in this state; the state is unchanged.
  case illegal(ConnectionEvent, in: ConnectionState)
  /// The response body does not have the announced length; the connection is closed.
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
