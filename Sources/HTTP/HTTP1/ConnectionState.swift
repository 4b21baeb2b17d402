/// Where the server's side of an HTTP/1.1 connection stands; with `ConnectionEvent` it is the whole
/// protocol.
///
/// ```
/// the usual way             idle -> head -> body -> complete -> responding -> idle
/// answered before reading   body -> respondingEarly -> draining -> idle
/// no next request           head, body -> broken -> respondingLast -> closing
/// the end                   closing -> lingering -> closed
/// ```
public enum ConnectionState: Hashable, Sendable, CaseIterable {
  /// Between requests.
  case idle
  /// Within a head.
  case head
  /// The head is read, content is to come, and nothing is answered.
  case body
  /// The request is read to its end, and nothing is answered.
  case complete
  /// The request cannot be read to its end, and nothing is answered.
  case broken
  /// The response is under way, and content of the request is unread.
  case respondingEarly
  /// The response is under way, and the request is read to its end.
  case responding
  /// The response is under way, and the request cannot be read to its end.
  case respondingLast
  /// The response is over; the rest of its request is read and dropped before the next one.
  case draining
  /// The last response is over; our side of the stream is to be ended.
  case closing
  /// Our side is ended; what still comes is dropped until the client ends its side, lest a reset
  /// take the response from it (RFC 9112 section 9.6).
  case lingering
  case closed
}

/// What can happen to a connection.
public enum ConnectionEvent: Hashable, Sendable, CaseIterable {
  /// The first byte of a request came.
  case requestStarted
  case headReadWithBody
  case headReadWithoutBody
  /// The content was read to its end.
  case bodyRead
  /// The request is not one, or its framing broke.
  case requestRefused
  case responseStarted
  /// The response is written, and the connection may be kept.
  case responseEndedPersisting
  /// The response is written, and it was the last.
  case responseEndedClosing
  /// The app gave up, before the response or within it.
  case responseFailed
  /// More was drained than there is a limit for.
  case drainLimitReached
  /// The client ended its side, and all it sent is used up.
  case peerEnded
  /// A deadline for reading passed.
  case readTimedOut
  /// The server wants no further request on this connection.
  case finishRequested
  /// Our side of the stream is ended.
  case writingEnded
}

extension ConnectionState {
  /// The table: the state after an event, nil where the event cannot happen.
  public func after(_ event: ConnectionEvent) -> ConnectionState? {
    switch self {
    case .idle:
      switch event {
      case .requestStarted: .head
      case .finishRequested, .readTimedOut: .closing
      case .peerEnded: .closed
      default: nil
      }
    case .head:
      switch event {
      case .headReadWithBody: .body
      case .headReadWithoutBody: .complete
      case .requestRefused, .peerEnded, .readTimedOut: .broken
      default: nil
      }
    case .body, .complete, .broken: afterWhileUnanswered(event)
    case .respondingEarly, .responding, .respondingLast: afterWhileResponding(event)
    case .draining, .closing, .lingering, .closed: afterWhileEnding(event)
    }
  }

  private func afterWhileUnanswered(_ event: ConnectionEvent) -> ConnectionState? {
    switch (self, event) {
    case (.body, .bodyRead): .complete
    case (.body, .requestRefused), (.body, .peerEnded), (.body, .readTimedOut): .broken
    case (.body, .responseStarted): .respondingEarly
    case (.complete, .responseStarted): .responding
    case (.broken, .responseStarted): .respondingLast
    case (_, .responseFailed): .closed
    default: nil
    }
  }

  private func afterWhileResponding(_ event: ConnectionEvent) -> ConnectionState? {
    switch (self, event) {
    case (.respondingEarly, .bodyRead): .responding
    case (.respondingEarly, .requestRefused), (.respondingEarly, .peerEnded),
      (.respondingEarly, .readTimedOut):
      .respondingLast
    case (.respondingEarly, .responseEndedPersisting): .draining
    case (.responding, .responseEndedPersisting): .idle
    case (_, .responseEndedClosing): .closing
    case (_, .responseFailed): .closed
    default: nil
    }
  }

  private func afterWhileEnding(_ event: ConnectionEvent) -> ConnectionState? {
    switch (self, event) {
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
