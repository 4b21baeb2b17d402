import Chatter
import ChatterClient
import TestSupport
import Testing

@testable import chatter

@MainActor @Suite struct PostVerbTests {
  private let source = FakeSource()

  private func post(_ text: String, _ audio: PostOptions.Audio = .none) async throws(Trouble) {
    try await PostVerb(
      options: PostOptions(
        place: ServerPlace(url: "https://h"), username: "ann", text: text, audio: audio,
        sound: SoundChoice()),
      source: source, console: RecordingConsole(), glyphs: Glyphs(isUnicode: true)
    ) { path, _ async throws(Trouble) in
      do {
        try Files.replace(path, with: try Media.clip(.iOS))
      } catch {
        throw Trouble("\(error)", .internal)
      }
    }.run()
  }

  @Test("a text is posted, with a file or a recording")
  func posts() async throws {
    let folder = try TemporaryDirectory()
    let clip = try Media.clip(.android)
    let path = try folder.write(clip, to: "a.m4a")
    try await post("hello")
    try await post("file", .file(path))
    try await post("", .recording(time: .seconds(1)))
    #expect(source.posted.map(\.message) == ["hello", "file", nil])
    #expect(source.posted.map { $0.audio?.bytes } == [nil, clip, try Media.clip(.iOS)])
  }

  @Test("what cannot be posted is said before anything is sent")
  func refuses() async throws {
    let folder = try TemporaryDirectory()
    let noClip = try folder.write("RIFF....WAVE", to: "a.wav")
    let cases: [(String, PostOptions.Audio, ExitCode)] = [
      ("", .none, .data), ("x", .file(noClip), .data), ("x", .file("/nowhere"), .noInput),
    ]
    for (text, audio, code) in cases {
      await #expect { try await post(text, audio) } throws: { ($0 as? Trouble)?.exitCode == code }
    }
    #expect(source.posted.isEmpty)
  }

  @Test(
    "an error of the server has its exit code",
    arguments: [
      (ClientError.network(.refused), ExitCode.unavailable), (.network(.timedOut), .temporary),
      (.tls(.untrusted), .noPermission), (.status(422, "x"), .data),
      (.status(503, "x"), .temporary),
      (.status(500, "x"), .unavailable), (.malformedAnswer("x"), .protocol),
    ])
  func errors(error: ClientError, code: ExitCode) async {
    source.error = error
    await #expect { try await post("x") } throws: { ($0 as? Trouble)?.exitCode == code }
  }
}
