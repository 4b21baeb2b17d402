/// Why a response could not be written as it was begun.
public enum ResponseWriterError: Error, Hashable, Sendable {
  /// More content came than was announced; what is over was not written.
  case bodyLongerThanAnnounced
  /// The content ended before its announced end: the connection must be closed, so that the client
  /// notices.
  case bodyShorterThanAnnounced
  /// Content was given while no response waits for it.
  case noBodyExpected
}

extension ResponseWriterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .bodyLongerThanAnnounced: "a response body is longer than it was announced"
    case .bodyShorterThanAnnounced: "a response body is shorter than it was announced"
    case .noBodyExpected: "no response waits for content"
    }
  }
}
