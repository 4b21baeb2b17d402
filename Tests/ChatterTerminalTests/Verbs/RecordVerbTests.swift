import Chatter
import ChatterAudio
import Foundation
import Glibc
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct RecordVerbTests {
  private let console = RecordingConsole()
  private let engine = SilentEngine()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func record(
    to path: String, time: Duration?, _ events: AsyncStream<TerminalEvent>
  ) -> Task<Int32?, any Error> {
    let verb = RecordVerb(
      path: path, time: time, recorder: AudioRecorder(engine: engine), console: console,
      events: events)
    return Task { try await verb.run() }
  }

  @Test(arguments: [TerminalEvent.bytes(Array("\n".utf8)), .signal(SIGINT)])
  func completesClipOnEnterOrInterrupt(event: TerminalEvent) async throws {
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: directory.path(of: "a.m4a"), time: nil, events)
    more.yield(.bytes(Array("x".utf8)))
    more.yield(.quiet)
    try await eventually { console.reports.contains("press Enter to stop") }
    engine.clock.advance(by: .seconds(3))
    more.yield(event)
    #expect(try await running.value == nil)
    #expect(console.reports.hasSuffix("Recorded 00:03.\n"))
    #expect(try AudioClip(bytes: directory.bytes(of: "a.m4a")).facts.duration > .seconds(2))
  }

  @Test func stopsAtTimeOfRecordingPosition() async throws {
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: directory.path(of: "a.m4a"), time: .seconds(2), events)
    try await eventually { Files.byteCount(directory.path(of: "a.m4a")) ?? 0 > 0 }
    engine.clock.advance(by: .seconds(2))
    #expect(try await running.value == nil)
    #expect(!console.reports.contains("Enter"))
    more.finish()
  }

  @Test func warnsAboutNamesOfOtherFormats() {
    for name in ["a.m4a", "/x/A.M4A", "b.mp4"] {
      #expect(RecordVerb.warning(ofName: name) == nil)
    }
    for name in ["x.wav", "take", "m4a", "/x.m4a/take"] {
      #expect(RecordVerb.warning(ofName: name)?.hasPrefix("\(name): ") == true)
      #expect(RecordVerb.warning(ofName: name)?.contains("ends in .m4a") == true)
    }
  }

  @Test func reportsMissingMicrophoneAndLeavesNoFile() async throws {
    engine.denial = .noSource
    let (events, _) = AsyncStream<TerminalEvent>.makeStream()
    let running = record(to: directory.path(of: "never.m4a"), time: nil, events)
    await #expect { try await running.value } throws: {
      ($0 as? ExitError)?.exitCode == .unavailable
    }
    #expect(!Files.exists(directory.path(of: "never.m4a")))
  }

  private func verb(
    to path: String, time: Duration? = nil, _ recording: FakeRecording,
    _ events: AsyncStream<TerminalEvent> = AsyncStream { _ in }
  ) -> RecordVerb {
    RecordVerb(
      path: path, time: time, recorder: AudioRecorder(engine: recording), console: console,
      events: events, sourceTimeout: .milliseconds(100))
  }

  @Test func overwritesOnlyRegularFilesWithForce() async throws {
    let path = try directory.write("mine", to: "a.m4a")
    // The last one rejects writes, even by the superuser.
    for other in [path, directory.path, "/dev/null", "/proc/sys/kernel/ostype"] {
      var verb = verb(to: other, time: .zero, FakeRecording())
      verb.overwrites = other != path
      await #expect { try await verb.run() } throws: {
        ($0 as? ExitError)?.exitCode == .cannotCreate
      }
    }
    #expect(try directory.bytes(of: "a.m4a") == Array("mine".utf8))
    var verb = verb(to: path, time: .zero, FakeRecording())
    verb.overwrites = true
    try await verb.run()
    #expect(try directory.bytes(of: "a.m4a") == [1, 2, 3])
  }

  @Test func distinguishesUnreadableSourceFromUnwritableFile() async throws {
    let recording = FakeRecording()
    recording.startError = .file("cannot")
    for (readsFile, code) in [(true, ExitCode.noInput), (false, .cannotCreate)] {
      var verb = verb(to: directory.path(of: "a.m4a"), recording)
      verb.readsFile = readsFile
      await #expect(throws: ExitError("cannot", code)) { try await verb.run() }
      #expect(!Files.exists(directory.path(of: "a.m4a")))
    }
  }

  @Test
  func endsOnSignalWhileDeviceDoesNotRespond() async throws {
    let path = directory.path(of: "a.m4a")
    let recording = FakeRecording()
    recording.holdsStart = true
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    let verb = verb(to: path, recording, events)
    let running = Task { try await verb.run() }
    try await eventually { Files.exists(path) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    more.yield(.bytes(Array("\n".utf8)))
    more.yield(.signal(SIGTERM))
    #expect(try await running.value == SIGTERM)
    #expect(!Files.exists(path) && !recording.hasStopped && console.reports == "")
  }

  @Test func stopsAfterEnterBeforeDeviceOpens() async throws {
    let path = directory.path(of: "a.m4a")
    let recording = FakeRecording()
    recording.holdsStart = true
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    more.yield(.bytes(Array("\n".utf8)))
    let verb = verb(to: path, recording, events)
    let running = Task { try await verb.run() }
    try await eventually { Files.exists(path) }
    recording.holdsStart = false
    #expect(try await running.value == nil)
    #expect(recording.hasStopped && Files.byteCount(path) == 3)
  }

  @Test
  func stopsAtEndOfInputUnlessTimed() async throws {
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    more.yield(.ended)
    try await verb(to: directory.path(of: "a.m4a"), FakeRecording(), events).run()
    let timed = FakeRecording()
    let verb = verb(to: directory.path(of: "b.m4a"), time: .seconds(60), timed, events)
    let running = Task { try await verb.run() }
    more.yield(.ended)
    timed.currentTime = .seconds(30)
    try await eventually { Files.exists(directory.path(of: "b.m4a")) }
    #expect(!timed.hasStopped)
    timed.currentTime = .seconds(60)
    #expect(try await running.value == nil)
  }

  @Test
  func stopsAtEndOfSourceAtSizeLimitAndAfterTimeout() async throws {
    let ended = FakeRecording()
    ended.hasSourceEnded = true
    try await verb(to: directory.path(of: "a.m4a"), ended).run()
    var large = verb(to: directory.path(of: "b.m4a"), FakeRecording())
    large.bytesMax = 3
    try await large.run()
    #expect(console.reports.contains("Maximum size of a post reached.\n"))
    try await verb(to: directory.path(of: "c.m4a"), time: .milliseconds(200), FakeRecording()).run()
  }

  @Test
  func removesProgressAboveEchoedLineBreak() async throws {
    console.progressColumns = 60
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    var verb = verb(to: directory.path(of: "a.m4a"), FakeRecording(), events)
    verb.isEchoed = true
    let running = Task { [verb] in try await verb.run() }
    try await eventually { console.reports.contains("Recording ") }
    more.yield(.bytes(Array("\n".utf8)))
    _ = try await running.value
    #expect(console.reports.hasSuffix("\u{1B}[A\r\u{1B}[KRecorded 00:00.\n"))
  }
}
