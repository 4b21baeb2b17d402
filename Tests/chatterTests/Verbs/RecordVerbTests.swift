import Chatter
import ChatterAudio
import Glibc
import TestSupport
import Testing

@testable import chatter

@MainActor @Suite struct RecordVerbTests {
  private let console = RecordingConsole()
  private let engine = SilentEngine()

  private func record(
    to path: String, time: Duration?, _ events: AsyncStream<TerminalEvent>
  ) -> Task<Int32?, any Error> {
    let recorder = AudioRecorder(engine: engine)
    let verb = RecordVerb(
      path: path, time: time, recorder: FileRecording(recorder), console: console,
      glyphs: Glyphs(isUnicode: true), events: events)
    return Task { try await verb.run() }
  }

  @Test(
    "Enter and an interrupt end a recording, and the file is a clip",
    arguments: [TerminalEvent.bytes(Array("\n".utf8)), .signal(SIGINT)])
  func ends(event: TerminalEvent) async throws {
    let folder = try TemporaryDirectory()
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: folder.path(of: "a.m4a"), time: nil, events)
    more.yield(.bytes(Array("x".utf8)))
    more.yield(.signal(SIGWINCH))
    #expect(await SilentBench.until { console.notes.contains("Enter ends it") })
    engine.clock.advance(by: .seconds(3))
    more.yield(event)
    let signal = try await running.value
    #expect(signal == (event == .signal(SIGINT) ? SIGINT : nil))
    #expect(console.notes.hasSuffix("Recorded 00:03.\n"))
    #expect(try AudioClip(bytes: folder.bytes(of: "a.m4a")).facts.duration > .seconds(2))
  }

  @Test("the time ends it by the recording's own position")
  func time() async throws {
    let folder = try TemporaryDirectory()
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: folder.path(of: "a.m4a"), time: .seconds(2), events)
    while !FileExists.check(folder.path(of: "a.m4a")) {
      try await Task.sleep(for: .milliseconds(5))
    }
    engine.clock.advance(by: .seconds(2))
    #expect(try await running.value == nil)
    #expect(!console.notes.contains("Enter"))
    more.finish()
  }

  private enum FileExists {
    static func check(_ path: String) -> Bool { Files.exists(path) }
  }

  @Test("no microphone is an exit code of its own")
  func noSource() async throws {
    engine.permission = .noSource
    let (events, _) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: "/tmp/never.m4a", time: nil, events)
    await #expect { try await running.value } throws: { ($0 as? Trouble)?.exitCode == .unavailable }
  }
}
