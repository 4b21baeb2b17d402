internal import Chatter
internal import EventLoop
internal import HTTP

extension Problem {
  /// Names the kind of an error in a word that does not change, for metrics: never a text of the
  /// client.
  static func reason(of error: any Error) -> String {
    switch error {
    case let error as V1Problem: error.code
    case is QueryParameters.Malformed: "malformed-query"
    case let error as RoutingError: reason(of: error)
    case let error as RequestBodyError: reason(of: error)
    case is WorkerPool.BusyError: "busy"
    case let error as PostError: reason(of: error)
    case is MultipartError: "malformed-form"
    case is PostKeyError: "invalid-key"
    case is AudioClipError: "invalid-clip"
    case let error as TimelineError: reason(of: error)
    default: "internal-error"
    }
  }

  private static func reason(of error: RoutingError) -> String {
    switch error {
    case .unknownPath: "unknown-path"
    case .wrongMethod: "wrong-method"
    case .unknownCoding: "unknown-coding"
    case .postsTooOften: "too-many-posts"
    case .foreignOrigin: "foreign-origin"
    }
  }

  private static func reason(of error: RequestBodyError) -> String {
    switch error {
    case .tooLarge, .compressedTooMuch: "body-too-large"
    case .malformed, .badCoding, .tooManyMembers: "malformed-body"
    case .truncated: "body-cut-off"
    case .timedOut: "body-too-slow"
    case .quotaExhausted: "memory-quota"
    case .notAvailable: "internal-error"
    }
  }

  private static func reason(of error: PostError) -> String {
    switch error {
    case .malformed: "malformed-json"
    case .missing, .empty, .neitherMessageNorAudio: "missing-field"
    case .usernameTooLong, .messageTooLong: "field-too-long"
    case .audioNotBase64: "not-base64"
    case .severalFiles, .misplacedClip: "misplaced-clip"
    case .notText, .nul, .loneSurrogate, .repeated, .notUTF8, .coded: "invalid-field"
    }
  }

  private static func reason(of error: TimelineError) -> String {
    switch error {
    case .unavailable: "database-unavailable"
    case .timedOut: "database-too-slow"
    case .outcomeUnknown: "outcome-unknown"
    case .refused: "refused"
    case .full: "full"
    case .cancelled: "stopping"
    case .malformedResponse: "internal-error"
    }
  }
}
