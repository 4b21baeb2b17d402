/// The state of the server's side of an HTTP/1.1 connection. Together with `ConnectionEvent` it
/// defines the whole protocol.
///
/// ```
/// normal exchange           idle -> head -> body -> complete -> responding -> idle
/// response before the body  body -> respondingEarly -> draining -> idle
/// no further request        head, body -> broken -> respondingLast -> closing
/// end of the connection     closing -> lingering -> closed
/// ```
public enum ConnectionState: Hashable, Sendable, CaseIterable {
  /// No request is in progress.
  case idle
  /// A head is being read.
  case head
  /// The head has been read, a body follows, and no response has begun.
  case body
  /// The request has been read completely, and no response has begun.
  case complete
  /// The request cannot be read to its end, and no response has begun.
  case broken
  /// The response has begun, and part of the request body is unread.
  case respondingEarly
  /// The response has begun, and the request has been read completely.
  case responding
  /// The response has begun, and the request cannot be read to its end.
  case respondingLast
  /// The response is complete. The rest of its request is read and discarded before the next
  /// request.
  case draining
  /// The last response is complete. The server must now close its side of the stream.
  case closing
  /// The server has closed its side. Further input is discarded until the client closes its side,
  /// so that a reset does not destroy the response before the client has read it (RFC 9112 section
  /// 9.6).
  case lingering
  case closed
}

/// An event on a connection.
public enum ConnectionEvent: Hashable, Sendable, CaseIterable {
  /// The first byte of a request arrived.
  case requestStarted
  case headReadWithBody
  case headReadWithoutBody
  /// The body was read to its end.
  case bodyRead
  /// The request is invalid, or its framing is malformed.
  case requestRefused
  case responseStarted
  /// The response is complete, and the connection may be reused.
  case responseEndedPersisting
  /// The response is complete, and it was the last one.
  case responseEndedClosing
  /// The app failed before or during the response.
  case responseFailed
  /// More bytes were drained than the limit allows.
  case drainLimitReached
  /// The client closed its side, and everything it sent has been consumed.
  case peerEnded
  /// A read deadline passed.
  case readTimedOut
  /// The server accepts no further request on this connection.
  case finishRequested
  /// The server closed its side of the stream.
  case writingEnded
}

extension ConnectionState {
  /// Returns the state after an event, or nil if the event cannot happen in this state.
  public func after(_ event: ConnectionEvent) -> ConnectionState? {
    switch (self, event) {
    case (.idle, .requestStarted): .head
    case (.idle, .finishRequested), (.idle, .readTimedOut): .closing
    case (.idle, .peerEnded): .closed

    case (.head, .headReadWithBody): .body
    case (.head, .headReadWithoutBody): .complete
    case (.head, .requestRefused), (.head, .peerEnded), (.head, .readTimedOut): .broken

    case (.body, .bodyRead): .complete
    case (.body, .requestRefused), (.body, .peerEnded), (.body, .readTimedOut): .broken
    case (.body, .responseStarted): .respondingEarly
    case (.complete, .responseStarted): .responding
    case (.broken, .responseStarted): .respondingLast

    case (.respondingEarly, .bodyRead): .responding
    case (.respondingEarly, .requestRefused), (.respondingEarly, .peerEnded),
      (.respondingEarly, .readTimedOut):
      .respondingLast
    case (.respondingEarly, .responseEndedPersisting): .draining
    case (.responding, .responseEndedPersisting): .idle
    case (.respondingEarly, .responseEndedClosing), (.responding, .responseEndedClosing),
      (.respondingLast, .responseEndedClosing):
      .closing
    case (.body, .responseFailed), (.complete, .responseFailed), (.broken, .responseFailed),
      (.respondingEarly, .responseFailed), (.responding, .responseFailed),
      (.respondingLast, .responseFailed):
      .closed

    case (.draining, .bodyRead): .idle
    case (.draining, .requestRefused), (.draining, .drainLimitReached), (.draining, .readTimedOut):
      .closing
    case (.draining, .peerEnded): .closed
    case (.closing, .writingEnded): .lingering
    case (.lingering, .drainLimitReached), (.lingering, .peerEnded), (.lingering, .readTimedOut):
      .closed
    default: nil
    }
  }
}
