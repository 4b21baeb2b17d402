import Chatter
import ChatterClient
import Glibc
import System
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct PostVerbTests {
  private let source = FakeSource()
  private let console = RecordingConsole()
  private let events = AsyncStream<TerminalEvent>.makeStream()

  private func post(
    _ text: String, _ audio: PostOptions.Audio = .none, key: String? = nil,
    recording failure: ExitError? = nil, hasSound: Bool = true, _ interruption: Interruption? = nil
  ) async throws(ExitError) {
    let options = PostOptions(
      text: text, audio: audio, key: key, sound: SoundChoice(),
      place: ServerPlace(url: "https://h"), username: "ann")
    try await PostVerb(
      options: options, draft: try PostVerb.Draft(options), source: source, console: console,
      interruption: interruption ?? Interruption(AsyncStream { _ in })
    ) { path, _ async throws(ExitError) in
      if let failure { throw failure }
      guard hasSound else { return false }
      do {
        try Files.replace(path, with: try Media.clip(.iOS))
      } catch {
        throw ExitError("\(error)", .internal)
      }
      return true
    }.run()
  }

  @Test func postsTextWithFileOrRecording() async throws {
    let directory = try TemporaryDirectory()
    let clip = try Media.clip(.android)
    let path = try directory.write(clip, to: "a.m4a")
    try await post("hello")
    try await post("file", .file(path))
    try await post("", .recording(time: .seconds(1)))
    #expect(source.posted.map(\.message) == ["hello", "file", nil])
    #expect(source.posted.map { $0.audio?.bytes } == [nil, clip, try Media.clip(.iOS)])
  }

  /// Returns the path of the recording that the verb reports.
  private func reportedPath() throws -> String {
    let line = try #require(
      console.reports.split(separator: "\n").first { $0.contains("your recording is in ") })
    return String(line.split(separator: " ").last ?? "")
  }

  @Test func keepsUnpostedRecordingAndNamesItsFile() async throws {
    source.error = .network(.refused)
    await #expect(throws: ExitError(.network(.refused), at: source.authority)) {
      try await post("x", .recording(time: nil))
    }
    let path = try reportedPath()
    #expect(try Files.input(path, bytesMax: ClipLimit.postedBytesMax) == (try Media.clip(.iOS)))
    Files.remove(path)
  }

  @Test func refusesTextOfOnlyWhiteSpace() async throws {
    await #expect(throws: ExitError("the text is only white space: write something", .data)) {
      try await post(" \n\t ")
    }
    #expect(source.posted.isEmpty)
    try await post("  ", .recording(time: nil))
    #expect(source.posted.map(\.message) == [nil])
  }

  @Test func removesPostedAndEmptyRecordings() async throws {
    try await post("x", .recording(time: nil))
    await #expect(throws: ExitError("none", .unavailable)) {
      try await post("x", .recording(time: nil), recording: ExitError("none", .unavailable))
    }
    try await post("x", .recording(time: nil), hasSound: false)
    #expect(source.posted.count == 1, "a recording without sound is not posted")
    #expect(!console.reports.contains("your recording"))
  }

  @Test func keepsRecordingInterruptedBySignal() async throws {
    let interruption = Interruption(events.stream)
    events.continuation.yield(.signal(SIGTERM))
    try await eventually { interruption.signal == SIGTERM }
    try await post("x", .recording(time: nil), interruption)
    #expect(source.posted.isEmpty)
    Files.remove(try reportedPath())
  }

  @Test func usesGivenOrNewKeyAndReportsItOnUnknownOutcome() async throws {
    try await post("x", key: "mine")
    #expect(source.key?.text == "mine")
    try await post("x")
    #expect(source.key == nil)
    for error in [ClientError.network(.timedOut), .network(.cutOff), .status(500, "x")] {
      source.error = error
      let failure = await #expect(throws: ExitError.self) { try await post("x", key: "mine") }
      #expect(failure?.exitCode == .unknownOutcome)
      #expect(failure?.message.contains("--key mine") == true)
    }
    let failure = await #expect(throws: ExitError.self) { try await post("x") }
    #expect(failure?.message.contains("--key \(source.kept?.text ?? "")") == true)
  }

  @Test func rejectsInvalidPostsBeforeSending() async throws {
    let directory = try TemporaryDirectory()
    let noClip = try directory.write("RIFF....WAVE", to: "a.wav")
    let cases: [(String, PostOptions.Audio, ExitCode)] = [
      ("", .none, .data), (String(repeating: "é", count: 32_769), .recording(time: nil), .data),
      ("x", .file(noClip), .data), ("x", .file("/nowhere"), .noInput),
    ]
    for (text, audio, code) in cases {
      await #expect { try await post(text, audio) } throws: { ($0 as? ExitError)?.exitCode == code }
    }
    #expect(source.posted.isEmpty)
  }

  @Test(
    arguments: [
      (ClientError.network(.refused), ExitCode.unavailable), (.network(.timedOut), .unknownOutcome),
      (.tls(.untrusted), .noPermission), (.status(422, "x"), .data),
      (.status(503, "x"), .temporary),
      (.status(500, "x"), .unknownOutcome), (.malformedResponse("x"), .unknownOutcome),
      (.token(.wrong, "x"), .noPermission), (.status(404, "x"), .protocol),
      (.status(413, "x"), .data), (.status(429, "x"), .temporary),
    ])
  func mapsErrorsOfPostsToExitCodes(error: ClientError, code: ExitCode) async {
    source.error = error
    await #expect { try await post("x") } throws: { ($0 as? ExitError)?.exitCode == code }
  }

  @Test(
    arguments: [
      (ClientError.status(404, "x"), ExitCode.protocol), (.status(422, "x"), .protocol),
      (.status(301, "x"), .protocol), (.token(.missing, "x"), .noPermission),
      (.status(500, "x"), .unavailable), (.status(503, "x"), .temporary),
      (.network(.timedOut), .temporary), (.malformedResponse("x"), .protocol),
    ])
  func mapsErrorsOfListsToExitCodes(error: ClientError, code: ExitCode) {
    #expect(ExitError(error, at: "h").exitCode == code)
  }
}
