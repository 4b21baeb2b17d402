/// Why a timeline did not do what was asked.
public enum TimelineError: Error, Equatable, Sendable {
  /// It cannot be reached now (database away, no network): nothing was stored; try again later.
  case unavailable(retryAfter: Duration)
  /// It was not ready in time; a post was not stored.
  case timedOut
  /// The connection was lost while the post was being stored, and whether it was could not be found out.
  case outcomeUnknown
  /// The chatt, or the request, was refused; the sentence says what to change.
  case refused(String)
  /// There is no space left for it: nothing was stored; the message says what to do.
  case full(String)
  /// The other side answered what is no answer to the call; the sentence says what.
  case malformedAnswer(String)
  /// The task that asked was cancelled.
  case cancelled
}

extension TimelineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let retryAfter):
      "timeline is away: try again in \(max(1, retryAfter.components.seconds)) s"
    case .timedOut: "timeline did not answer in time"
    case .outcomeUnknown: "the connection was lost during the post: look whether it is there"
    case .refused(let sentence): sentence
    case .full(let message): message
    case .malformedAnswer(let sentence): sentence
    case .cancelled: "cancelled"
    }
  }
}
