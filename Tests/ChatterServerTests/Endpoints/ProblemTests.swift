import Chatter
import HTTP
import Postgres
import Testing

@testable import ChatterServer

struct ProblemTests {
  /// Text that must never be in a response. It is in every error that can carry text.
  static let secret = "select secret from /var/lib"

  /// Every case of every error that can reach the service, with its status.
  static let errors: [(any Error, Int)] =
    routing + bodies + posts + clips + timeline + others

  static let routing: [(any Error, Int)] = [
    (RoutingError.unknownPath, 404), (RoutingError.wrongMethod(allowed: [.get, .options]), 405),
    (RoutingError.postsTooOften(retryAfter: .seconds(1)), 429),
  ]

  static let bodies: [(any Error, Int)] = [
    (RequestBodyError.tooLarge(limit: 7), 413), (RequestBodyError.truncated, 400),
    (RequestBodyError.timedOut, 408), (RequestBodyError.notAvailable, 500),
    (RequestBodyError.malformed(.invalidChunkSize), 400),
    (RequestBodyError.malformed(.bodyTooLarge(limit: 7)), 413),
    (RequestBodyError.malformed(.trailersTooLarge(limit: 7)), 431),
  ]

  static let posts: [(any Error, Int)] =
    PostField.allCases.flatMap { field -> [(any Error, Int)] in
      [
        (PostError.missing(field), 422), (PostError.empty(field), 422),
        (PostError.notText(field, .array), 422), (PostError.nul(field), 422),
        (PostError.loneSurrogate(field), 422),
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
      (PostError.audioNotBase64(.trailingBits(offset: 1)), 422),
    ]

  static let clips: [(any Error, Int)] = [
    AudioClipError.noBytes, .notMPEG4, .recordingEmpty, .noMovie, .cutOffBetweenBoxes,
    .tooManyBoxes(parent: nil), .tooManyTracks, .repeatedTrack, .unknownTrack, .videoTrack,
    .noAudioTrack, .externalMedia, .encrypted, .noSamples, .samplesPastEnd,
    .samplesOutsideMediaData, .noDuration, .durationTooLong,
  ].map { ($0, 422) }

  static let timeline: [(any Error, Int)] = [
    (TimelineError.unavailable(retryAfter: .seconds(1)), 503), (TimelineError.timedOut, 503),
    (TimelineError.outcomeUnknown, 504), (TimelineError.cancelled, 503),
    (TimelineError.refused("too long"), 422), (TimelineError.malformedResponse(secret), 500),
    (TimelineError.full("the disk is full"), 507), (TimelineError.databaseFull, 507),
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
      let response = Problem.response(to: error, isWrite: true)
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

  @Test func blamesTheDatabaseOnlyForItsOwnFailures() async throws {
    for (error, status) in Self.errors where status < 500 {
      let message = try await Problem.response(to: error, isWrite: true).errorMessage()
      #expect(message?.contains("database") == false, "\(error)")
    }
  }

  @Test func saysNothingWasStoredOnlyWhenCertain() async throws {
    for error in [
      TimelineError.unavailable(retryAfter: .zero), .timedOut, .cancelled, .databaseFull,
      DiskGuard.error,
    ] {
      let message = try await Problem.response(to: error, isWrite: true).errorMessage()
      #expect(message?.contains("nothing was stored") == true)
    }
    // A read says nothing about what was stored.
    for error in [
      TimelineError.unavailable(retryAfter: .zero), .timedOut, .cancelled, .databaseFull,
    ] {
      let message = try await Problem.response(to: error, isWrite: false).errorMessage()
      #expect(message?.contains("try again later") == true && message?.contains("stored") == false)
    }
    let response = Problem.response(to: TimelineError.outcomeUnknown, isWrite: true)
    #expect(response.status == .gatewayTimeout)
    let unknown = try await response.errorMessage()
    #expect(unknown?.contains("check the list") == true)
    #expect(unknown?.contains("nothing was stored") == false)
  }

  @Test func roundsRetryAfterUpToWholeSeconds() {
    for (delay, text) in [
      (Duration.zero, "1"), (.milliseconds(1), "1"), (.seconds(2), "2"), (.milliseconds(2001), "3"),
    ] {
      let tooOften = Problem.response(
        to: RoutingError.postsTooOften(retryAfter: delay), isWrite: true)
      #expect(tooOften.fields[.retryAfter] == text)
      let away = Problem.response(to: TimelineError.unavailable(retryAfter: delay), isWrite: true)
      #expect(away.fields[.retryAfter] == text)
    }
  }

  @Test func createsErrorResponsesForMalformedRequests() async throws {
    let response = Problem.response(.badRequest, "a \"sentence\"")
    #expect(response.status == .badRequest)
    #expect(try await response.text() == #"{"error":"a \"sentence\""}"#)
  }
}
