/// The state of the server's side of an HTTP/2 connection. Together with `HTTP2ConnectionEvent` it
/// defines which task reads and writes, and how the connection ends.
///
/// One task reads and handles what its input causes. Other tasks write their output beside it, one
/// at a time, so that a client that takes its responses slowly does not stop the reading.
///
/// ```
/// a request        reading -> handling -> reading
/// its response     reading -> readingWhileWriting -> reading
/// a silent client  reading -> idle -> handling
/// the end          handling, readingWhileWriting -> lingering -> closed
/// ```
public enum HTTP2ConnectionState: Hashable, Sendable, CaseIterable {
  /// No task serves the connection, which waits for input.
  case idle
  /// The reading task handles what the session reports, and writes short output itself.
  case handling
  /// The same, while another task writes.
  case handlingWhileWriting
  /// The reading task waits for input.
  case reading
  /// The same, while another task writes.
  case readingWhileWriting
  /// The session is over. The reading task closes the server's side, then discards input until the
  /// client closes its side, so that a reset does not destroy the last response.
  case lingering
  /// The connection is over, and is closed in order.
  case closed
  /// The client did not take the output. The connection is over, and is reset.
  case failed

  /// Whether the reading task handles what the session reports.
  public var isHandling: Bool { self == .handling || self == .handlingWhileWriting }

  /// Whether a task other than the reading one writes.
  public var isWriting: Bool { self == .handlingWhileWriting || self == .readingWhileWriting }
}

/// An event on an HTTP/2 connection.
public enum HTTP2ConnectionEvent: Hashable, Sendable, CaseIterable {
  /// An idle connection has input, must end, or must announce its end.
  case resumed
  /// Input arrived, a deadline passed, or the read was interrupted.
  case readEnded
  /// The session has nothing more for the reading task.
  case handled
  /// The output is too long for the reading task, which must not wait for the client to take it.
  case outputIsLong
  /// A task other than the reading one has produced output.
  case outputReady
  /// The other task has written all output.
  case written
  /// The client did not take the output in time, or has reset the connection.
  case writeFailed
  /// Nothing has happened for so long that the connection needs no task.
  case idleTimedOut
  /// The session has ended and all its output is written.
  case sessionEnded
  /// The client closed its side, or the connection was cut.
  case peerEnded
  /// The client has had enough time to read the last response.
  case lingered
}

extension HTTP2ConnectionState {
  /// Returns the state after an event, or nil if the event has no effect in this state.
  ///
  /// The tasks of a connection do not wait for each other, so an event may come late: output that
  /// is ready while another task writes is written by that task.
  public func after(_ event: HTTP2ConnectionEvent) -> HTTP2ConnectionState? {
    switch (self, event) {
    case (.idle, .resumed): .handling
    case (.handling, .handled): .reading
    case (.handling, .outputIsLong): .handlingWhileWriting
    case (.handlingWhileWriting, .handled): .readingWhileWriting
    case (.handlingWhileWriting, .written): .handling
    case (.reading, .readEnded): .handling
    case (.reading, .outputReady): .readingWhileWriting
    case (.reading, .idleTimedOut): .idle
    case (.readingWhileWriting, .readEnded): .handlingWhileWriting
    case (.readingWhileWriting, .written): .reading
    case (.handling, .sessionEnded), (.handlingWhileWriting, .sessionEnded),
      (.readingWhileWriting, .sessionEnded):
      .lingering
    case (.reading, .peerEnded), (.readingWhileWriting, .peerEnded), (.lingering, .lingered):
      .closed
    case (.handling, .writeFailed), (.handlingWhileWriting, .writeFailed),
      (.readingWhileWriting, .writeFailed), (.lingering, .writeFailed):
      .failed
    default: nil
    }
  }
}
