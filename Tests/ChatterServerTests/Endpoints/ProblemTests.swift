import Chatter
import HTTP
import Testing

@testable import ChatterServer
@testable import ChatterStore
@testable import Postgres

struct ProblemTests {
  /// Text that must never be in a response. It is in every error that can carry text.
  static let secret = "select secret from /var/lib"

  /// Every case of every error that can reach the service, with its status.
  static let errors: [(any Error, Int)] =
    routing + bodies + posts + clips + timeline + others

  static let routing: [(any Error, Int)] = [
    (Problem.unknownPath, 404), (Problem.wrongMethod(allowed: [.get, .options]), 405),
    (Problem.tooOften(.posts, retryAfter: .seconds(1)), 429),
  ]

  static let bodies: [(any Error, Int)] = [
    (RequestBodyError.tooLarge(limit: 7), 413), (RequestBodyError.truncated, 400),
    (RequestBodyError.timedOut, 408), (RequestBodyError.notAvailable, 500),
    (RequestBodyError.quotaExhausted, 503),
    (RequestBodyError.badCoding, 400), (RequestBodyError.compressedTooMuch(ratioMax: 20), 413),
    (RequestBodyError.tooManyMembers(countMax: 64), 400),
    (RequestBodyError.malformed(.invalidChunkSize), 400),
    (RequestBodyError.malformed(.bodyTooLarge(limit: 7)), 413),
    (RequestBodyError.malformed(.trailersTooLarge(limit: 7)), 431),
  ]

  static let posts: [(any Error, Int)] =
    PostField.allCases.flatMap { field -> [(any Error, Int)] in
      [
        (PostError.missing(field), 422), (PostError.empty(field), 422),
        (PostError.notText(field, .array), 422), (PostError.nul(field), 422),
        (PostError.loneSurrogate(field), 422), (PostError.repeated(field), 422),
        (PostError.notUTF8(field), 422), (PostError.coded(field), 422),
      ]
    }
    + [
      (PostError.malformed(.empty), 400), (PostError.malformed(.notAnObject(.array)), 400),
      (PostError.malformed(.cutShort(offset: 1)), 400),
      (PostError.malformed(.unexpected(0x25, offset: 1)), 400),
      (PostError.malformed(.controlCharacter(0, offset: 1)), 400),
      (PostError.malformed(.escape(offset: 1)), 400),
      (PostError.malformed(.number(offset: 1)), 400),
      (PostError.malformed(.invalidUTF8(offset: 1)), 400),
      (PostError.malformed(.tooDeep(offset: 1)), 400),
      (PostError.malformed(.dataAfterEnd(offset: 1)), 400),
      (PostError.usernameTooLong(charactersMax: 255), 422),
      (PostError.messageTooLong(bytesMax: 7), 422), (PostError.neitherMessageNorAudio, 422),
      (PostError.audioNotBase64(.character(0x25, offset: 12)), 422),
      (PostError.audioNotBase64(.padding(offset: 1)), 422),
      (PostError.audioNotBase64(.dataAfterPadding(offset: 1)), 422),
      (PostError.audioNotBase64(.cutShort(offset: 1)), 422),
      (PostError.audioNotBase64(.trailingBits(offset: 1)), 422), (PostError.severalFiles, 422),
      (PostError.misplacedClip("clip"), 422), (PostError.mistake(.fileAsBody), 400),
      (PostError.mistake(.formAsBody), 400), (PostError.mistake(.dataURL), 422),
      (PostError.mistake(.placeholder("None")), 422), (PostError.mistake(.textInForm("")), 422),
      (PostKeyError.malformed, 400),
      (MultipartError.missingBoundary, 400),
    ]

  static let clips: [(any Error, Int)] = [
    AudioClipError.noBytes, .notMPEG4, .recordingEmpty, .noMovie, .cutOffBetweenBoxes,
    .tooManyBoxes(parent: nil), .tooManyTracks, .repeatedTrack, .unknownTrack, .videoTrack,
    .noAudioTrack, .externalMedia, .encrypted, .noSamples, .samplesPastEnd,
    .samplesOutsideMediaData, .noDuration, .durationTooLong, .tooManyOtherBytes,
    .codecNotAccepted(FourCharacterCode("xxxx")),
  ].map { ($0, 422) }

  static let timeline: [(any Error, Int)] = [
    (TimelineError.unavailable(retryAfter: .seconds(1)), 503), (TimelineError.timedOut, 503),
    (TimelineError.tooSlow, 503),
    (TimelineError.outcomeUnknown, 504), (TimelineError.cancelled, 503),
    (TimelineError.refused("too long"), 422), (TimelineError.keyIsOfAnotherPost, 422),
    (TimelineError.malformedResponse(secret), 500),
    (TimelineError.full("the disk is full"), 507), (TimelineError.databaseFull, 507),
    (ReadError.unavailable(retryAfter: .seconds(1)), 503), (ReadError.timedOut, 503),
    (ReadError.cancelled, 503), (ReadError.malformed(secret), 500),
  ]

  static let others: [(any Error, Int)] = [
    (CancellationError(), 500), (PostgresError.unexpectedResponse(secret), 500),
    (
      PostgresError.server(ServerError(sqlState: SQLState(rawValue: "42601"), message: secret)),
      500
    ),
  ]

  @Test func givesEveryErrorAStatusAndASafeMessage() async throws {
    for (error, status) in Self.errors {
      let response = Problem(error).response(isV1: false)
      #expect(response.status.code == status, "\(error)")
      let message = try #require(try await response.errorMessage(), "\(error)")
      #expect(!message.isEmpty && !message.contains("\n"))
      for word in ["select", "/var", "SQLSTATE", "Error", "nil", "Optional"] {
        #expect(!message.contains(word), "\(message)")
      }
      #expect(response.fields[.contentType] == "application/json; charset=utf-8")
      #expect(response.fields[.cacheControl] == "no-store")
      #expect(response.fields.contains(.retryAfter) == [429, 503].contains(status))
      #expect(response.fields.contains(.allow) == (status == 405))
      #expect(![403, 415].contains(response.status.code), "the contract has no such status")
    }
  }

  @Test func blamesTheDatabaseOnlyForItsOwnFailures() {
    for (error, status) in Self.errors where status < 500 {
      #expect(!Problem(error).detail.contains("database"), "\(error)")
    }
  }

  @Test func saysNothingWasStoredOnlyWhenCertain() {
    for error in [
      TimelineError.unavailable(retryAfter: .zero), .timedOut, .tooSlow, .cancelled, .databaseFull,
      DiskGuard.error,
    ] {
      #expect(Problem(error).detail.contains("nothing was stored"))
    }
    // A read says nothing about what was stored.
    for error in [ReadError.unavailable(retryAfter: .zero), .timedOut, .cancelled] {
      let detail = Problem(error).detail
      #expect(detail.contains("try again later") && !detail.contains("stored"))
    }
    let unknown = Problem(TimelineError.outcomeUnknown)
    #expect(unknown.status == .gatewayTimeout && unknown.detail.contains("check the list"))
    #expect(!unknown.detail.contains("nothing was stored"))
  }

  @Test func rendersTheSameProblemForBothAPIs() async throws {
    let problem = Problem(PostError.messageTooLong(bytesMax: 7))
    #expect(
      try await problem.response(isV1: false).text()
        == #"{"error":"message is too long: send at most 7 bytes"}"#)
    let response = problem.response(isV1: true)
    #expect(response.fields[.contentType] == "application/problem+json")
    let json = try await response.text()
    #expect(
      json.hasPrefix(#"{"type":"about:blank","title":"Unprocessable Content","status":422,"#)
        && json.hasSuffix(#""code":"message-too-long"}"#), "\(json)")
  }

  @Test func givesEachCauseACodeOfItsOwn() async throws {
    for (error, code) in [
      (RequestBodyError.malformed(.bodyTooLarge(limit: 7)), "body-too-large"),
      (RequestBodyError.malformed(.invalidChunkSize), "malformed-body"),
      (PostError.empty(.username), "field-empty"), (AudioClipError.notMPEG4, "clip-not-m4a"),
      (AudioClipError.cutOff(FourCharacterCode("xxxx")), "clip-truncated"),
      (TimelineError.keyIsOfAnotherPost, "key-of-another-post"),
      (TimelineError.refused("too long"), "not-storable"),
      (TimelineError.outcomeUnknown, "outcome-unknown"), (CancellationError(), "internal-error"),
    ] as [(any Error, String)] {
      #expect(Problem(error).code == code)
    }
    let service = TestService()
    _ = try await service.post(.postChatt, "{")
    _ = try await service.list(.getChatts)
    #expect(service.events.all == [.refused(.postChatt, reason: "malformed-json")])
  }
}
