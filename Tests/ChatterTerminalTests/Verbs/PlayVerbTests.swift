import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct PlayVerbTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let console = RecordingConsole()

  private func verb(
    _ clip: PlayOptions.Clip, keys: AsyncStream<TerminalEvent>? = nil
  ) -> PlayVerb {
    PlayVerb(
      options: PlayOptions(clip: clip, rate: 2, sound: SoundChoice(), place: nil), source: source,
      player: fixture.player, console: console, keys: keys)
  }

  @Test func failsWhenListCameWithoutClips() async {
    source.stored = [FakeSource.chatt(2, "bob", "perhaps with a clip")]
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    for clip in [StoredClip.latest, .id("00000000-0000-7000-8000-000000000002")] {
      let failure = await #expect(throws: ExitError.self) { try await verb(.stored(clip)).run() }
      #expect(failure?.exitCode == .data && failure?.message.contains("256 MiB") == true)
    }
  }

  @Test func playsLatestClipToItsEndAndRemovesProgress() async throws {
    source.stored = [
      FakeSource.chatt(2, "bob", "no clip"),
      FakeSource.chatt(1, "ann", "clip", audio: try Media.clip(.iOS, seconds: 2)),
    ]
    console.progressColumns = 60
    let verb = verb(.stored(.latest))
    let running = Task { try await verb.run() }
    try await eventually { console.reports.contains("Playing") }
    #expect(fixture.player.rate == 2)
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(5))
    try await running.value
    #expect(console.reports.hasSuffix("\r\u{1B}[K"))
    #expect(console.output == "")
  }

  @Test(arguments: [true, false])
  func notesAClipThatWasPlayedToItsEnd(isPlayedToItsEnd: Bool) async throws {
    let directory = try TemporaryDirectory()
    let heard = HeardFile(directory: directory.path, place: ServerPlace(url: "https://h"))
    let clip = try Media.clip(.iOS, seconds: 2)
    source.stored = [FakeSource.chatt(1, "ann", "clip", audio: clip)]
    let (keys, typing) = AsyncStream<TerminalEvent>.makeStream()
    var verb = verb(.stored(.latest), keys: keys)
    verb.heard = heard
    let running = Task { [verb] in try await verb.run() }
    try await eventually { fixture.player.isPlaying }
    await fixture.player.settled()
    #expect(heard.isNew(source.stored[0], in: source))
    if isPlayedToItsEnd {
      fixture.engine.clock.advance(by: .seconds(5))
    } else {
      typing.yield(.bytes(Array("q".utf8)))
    }
    try await running.value
    #expect(heard.isNew(source.stored[0], in: source) == !isPlayedToItsEnd)
  }

  @Test func returnsExitCodeForMissingAndInvalidClips() async throws {
    source.stored = [FakeSource.chatt(2, "bob", "no clip")]
    let directory = try TemporaryDirectory()
    let noClip = try directory.write("no clip", to: "x.m4a")
    let cases: [(PlayOptions.Clip, ExitCode)] = [
      (.stored(.latest), .noInput),
      (.stored(.id("00000000-0000-7000-8000-000000000002")), .noInput),
      (.stored(.id("00000000-0000-7000-8000-000000000009")), .noInput),
      (.file("/nowhere"), .noInput),
      (.file(noClip), .data),
    ]
    for (clip, code) in cases {
      await #expect { try await verb(clip).run() } throws: { ($0 as? ExitError)?.exitCode == code }
    }
  }

  @Test func pausesResumesAndEndsByKeys() async throws {
    source.stored = [FakeSource.chatt(1, "ann", "clip", audio: try Media.clip(.iOS, seconds: 2))]
    console.progressColumns = 80
    let (keys, more) = AsyncStream<TerminalEvent>.makeStream()
    let verb = verb(.stored(.latest), keys: keys)
    let running = Task { try await verb.run() }
    try await eventually { console.reports.contains("space pauses, q ends") }
    more.yield(.bytes(Array("x\u{1B}[D ".utf8)))
    try await eventually { console.reports.contains("space resumes, q ends") }
    #expect(fixture.player.isPaused)
    more.yield(.bytes(Array(" ".utf8)))
    try await eventually { fixture.player.isPlaying }
    more.yield(.bytes(Array("q".utf8)))
    try await running.value
    #expect(!fixture.player.isPlaying && console.reports.hasSuffix("\r\u{1B}[K"))
  }

  @Test func namesNoKeysThatItDoesNotRead() async throws {
    source.stored = [FakeSource.chatt(1, "ann", "clip", audio: try Media.clip(.iOS, seconds: 2))]
    console.progressColumns = 80
    let verb = verb(.stored(.latest))
    let running = Task { try await verb.run() }
    try await eventually { console.reports.contains("00:02") }
    #expect(!console.reports.contains("space"))
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(5))
    try await running.value
  }

  @Test(arguments: [("no clip", "this is text, not m4a"), ("", "no bytes")])
  func namesTheFileAndWhatItIs(text: String, reason: String) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "bad.m4a")
    let failure = await #expect(throws: ExitError.self) { try await verb(.file(path)).run() }
    #expect(failure?.exitCode == .data)
    #expect(failure?.message.hasPrefix("\(path): ") == true)
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
  }
}
