import ChatterAudio
import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct PlayVerbTests {
  private let source = FakeSource()
  private let bench = SilentBench()
  private let console = RecordingConsole()

  private func verb(_ clip: PlayOptions.Clip) -> PlayVerb {
    PlayVerb(
      options: PlayOptions(clip: clip, place: nil, rate: 2, sound: SoundChoice()), source: source,
      player: bench.player, console: console, glyphs: Glyphs(isUnicode: true))
  }

  @Test("the newest clip is played to its end, at the rate, with a line that goes away")
  func plays() async throws {
    source.stored = [
      FakeSource.chatt(2, "bob", "no clip"),
      FakeSource.chatt(1, "ann", "clip", audio: try Media.clip(.iOS, seconds: 2)),
    ]
    console.progressColumns = 60
    let verb = verb(.latest)
    let running = Task { try await verb.run() }
    #expect(await SilentBench.until { console.notes.contains("Playing") })
    #expect(bench.player.rate == 2)
    await bench.player.settled()
    bench.engine.clock.advance(by: .seconds(5))
    try await running.value
    #expect(console.notes.hasSuffix("\r\u{1B}[K"))
    #expect(console.output == "")
  }

  @Test("a clip that cannot be got, since the list is too large with it, is not said to be none")
  func missingClips() async {
    source.stored = [FakeSource.chatt(2, "bob", "perhaps with a clip")]
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    for clip in [PlayOptions.Clip.latest, .id("00000000-0000-7000-8000-000000000002")] {
      let trouble = await #expect(throws: Trouble.self) { try await verb(clip).run() }
      #expect(trouble?.exitCode == .data && trouble?.sentence.contains("256 MiB") == true)
    }
  }

  @Test("what is not there, and what is no clip, each has its exit code")
  func refuses() async throws {
    source.stored = [FakeSource.chatt(2, "bob", "no clip")]
    let folder = try TemporaryDirectory()
    let noClip = try folder.write("no clip", to: "x.m4a")
    let cases: [(PlayOptions.Clip, ExitCode)] = [
      (.latest, .noInput), (.id("00000000-0000-7000-8000-000000000002"), .noInput),
      (.id("00000000-0000-7000-8000-000000000009"), .noInput), (.file("/nowhere"), .noInput),
      (.file(noClip), .data),
    ]
    for (clip, code) in cases {
      await #expect { try await verb(clip).run() } throws: { ($0 as? Trouble)?.exitCode == code }
    }
  }
}
