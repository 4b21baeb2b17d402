/// Why the body of a response cannot be written.
public enum ResponseWriterError: Error, Hashable, Sendable {
  /// The body is longer than announced; the excess was not written.
  case bodyLongerThanAnnounced
  /// The body is shorter than announced. The connection must be closed, so that the client notices.
  case bodyShorterThanAnnounced
  /// Body data was passed while no response waits for it.
  case noBodyExpected
}

extension ResponseWriterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .bodyLongerThanAnnounced: "response body longer than announced"
    case .bodyShorterThanAnnounced: "response body shorter than announced"
    case .noBodyExpected: "no response expects body data"
    }
  }
}
