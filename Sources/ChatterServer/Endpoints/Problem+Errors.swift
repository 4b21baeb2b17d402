internal import Chatter
internal import ChatterStore
internal import HTTP
internal import System

extension Problem {
  /// The codes for which nobody but the operator can do something, when posts get them.
  public static let codesOfPosts = [
    "database-too-slow", "database-unavailable", "internal-error", "memory-quota",
    "outcome-unknown", "post-too-slow", "review-unavailable", "storage-full",
  ]

  /// The problem of an error of any layer. Only that of a post says what was stored.
  init(_ error: any Error) {
    self =
      switch error {
      case let problem as Problem: problem
      case let error as QueryParameters.Malformed:
        Problem(.badRequest, "malformed-query", error.description)
      case let error as RequestBodyError: Self.problem(of: error)
      case is WorkerPool.BusyError:
        Problem(
          .serviceUnavailable, "busy", "too many large posts at once: try again later",
          after: .seconds(1))
      case let error as PostError:
        Problem(
          error.isMalformed ? .badRequest : .unprocessableContent, Self.code(of: error),
          error.description)
      case let error as MultipartError:
        Problem(.badRequest, "malformed-form", error.description)
      case let error as PostKeyError: Problem(.badRequest, "malformed-key", error.description)
      case let error as AudioClipError:
        Problem(.unprocessableContent, Self.code(of: error), error.description)
      case let error as TimelineError: Self.problem(of: error)
      case let error as ReadError: Self.problem(of: error)
      default: .internalError
      }
  }

  /// The problem of errors that concern only the operator. The details are in the log.
  private static let internalError = Problem(
    .internalServerError, "internal-error", "internal server error: try again later")

  private static func problem(of error: RequestBodyError) -> Problem {
    let code =
      switch error {
      case .tooLarge, .malformed(.bodyTooLarge): "body-too-large"
      case .malformed(.trailersTooLarge): "trailers-too-large"
      case .malformed: "malformed-body"
      case .badCoding: "malformed-coding"
      case .compressedTooMuch: "body-compressed-too-much"
      case .tooManyMembers: "too-many-gzip-members"
      case .truncated: "body-cut-off"
      case .timedOut: "body-too-slow"
      case .quotaExhausted: "memory-quota"
      case .notAvailable: internalError.code
      }
    return switch error {
    case .notAvailable: internalError
    case .quotaExhausted: Problem(error.status, code, error.description, after: .seconds(1))
    default: Problem(error.status, code, error.description)
    }
  }

  private static func code(of error: PostError) -> String {
    switch error {
    case .malformed: "malformed-json"
    case .missing: "field-missing"
    case .empty: "field-empty"
    case .notText: "field-not-text"
    case .nul: "field-has-nul"
    case .loneSurrogate: "field-has-lone-surrogate"
    case .repeated: "field-repeated"
    case .notUTF8: "field-not-utf8"
    case .coded: "field-coded"
    case .usernameTooLong: "username-too-long"
    case .messageTooLong: "message-too-long"
    case .neitherMessageNorAudio: "message-and-audio-missing"
    case .audioNotBase64: "audio-not-base64"
    case .severalFiles: "several-files"
    case .misplacedClip: "misplaced-clip"
    case .mistake(let mistake):
      switch mistake {
      case .fileAsBody: "body-is-a-file"
      case .formAsBody: "body-is-a-form"
      case .dataURL: "audio-is-a-data-url"
      case .placeholder: "audio-is-a-placeholder"
      case .textInForm: "audio-is-text"
      }
    }
  }

  private static func code(of error: AudioClipError) -> String {
    switch error {
    case .noBytes, .recordingEmpty, .noSamples: "clip-empty"
    case .foreign, .notMPEG4, .fileTypeNotFirst: "clip-not-m4a"
    case .noMovie, .cutOff, .cutOffBetweenBoxes, .samplesPastEnd: "clip-truncated"
    case .encrypted: "clip-encrypted"
    case .codecNotAccepted, .objectTypeNotAccepted, .aacNotAccepted, .formatNotAccepted:
      "clip-codec-not-accepted"
    case .videoTrack: "clip-has-video"
    case .noAudioTrack, .externalMedia: "clip-has-no-audio"
    case .tooManyOtherBytes: "clip-has-other-bytes"
    case .durationTooLong: "clip-too-long"
    case .tooManyBoxes, .tooManyTracks, .tooManyEntries: "clip-too-complex"
    case .boxLeavesParent, .nestedTooDeep, .malformed, .missing, .repeated, .numbersTooLarge,
      .repeatedTrack, .unknownTrack, .sampleCountsDiffer, .samplesOutsideMediaData, .noDuration,
      .wrongTimescale:
      "clip-damaged"
    }
  }

  private static func problem(of error: TimelineError) -> Problem {
    let outcome = ", nothing was stored"
    return switch error {
    case .unavailable(let delay): unavailable(after: delay, outcome)
    case .timedOut: timedOut(outcome)
    case .tooSlow: again("post-too-slow", "\(error)\(outcome)", after: .seconds(5))
    case .cancelled: cancelled(outcome)
    case .outcomeUnknown:
      // Not 503, which says that nothing was stored. No Retry-After, since without a key a repeat
      // may store a second chatt.
      Problem(
        .gatewayTimeout, "outcome-unknown",
        "lost the database connection during the post: check the list before posting again")
    case .keyIsOfAnotherPost: Problem(.unprocessableContent, "key-of-another-post", "\(error)")
    case .refused: Problem(.unprocessableContent, "not-storable", "\(error)")
    case .full: Problem(.insufficientStorage, "storage-full", "\(error)")
    case .malformedResponse: internalError
    }
  }

  private static func problem(of error: ReadError) -> Problem {
    switch error {
    case .unavailable(let delay): unavailable(after: delay)
    case .timedOut: timedOut()
    case .cancelled: cancelled()
    case .malformed: internalError
    }
  }

  private static func unavailable(after delay: Duration, _ outcome: String = "") -> Problem {
    again("database-unavailable", "the database is unavailable\(outcome)", after: delay)
  }

  private static func timedOut(_ outcome: String = "") -> Problem {
    again("database-too-slow", "the database is too slow\(outcome)", after: .seconds(1))
  }

  private static func cancelled(_ outcome: String = "") -> Problem {
    again("stopping", "the server is stopping\(outcome)", after: .seconds(1))
  }

  private static func again(_ code: String, _ reason: String, after delay: Duration) -> Problem {
    Problem(.serviceUnavailable, code, "\(reason): try again later", after: delay)
  }
}
