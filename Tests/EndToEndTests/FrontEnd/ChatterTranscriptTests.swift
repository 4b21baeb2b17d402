import TestSupport
import Testing

/// Recording with a transcript, by the program that is installed beside chatter.
struct ChatterTranscriptTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Returns the path of a sound file with a synthetic voice.
  private func voice(_ words: String) async throws -> String {
    let voice = try await ProgramRun(
      "espeak-ng", ["--stdout", "-v", "en-us+m3", "-s", "160", words]
    ).checked().output
    return try chatter.home.write(voice, to: "voice.wav")
  }

  @Test func printsTheTranscriptOfARecording() async throws {
    let source = try await voice("one two three four five six")
    let clip = chatter.home.path(of: "clip.m4a")
    let run = try await chatter.run([
      "record", clip, "--transcript", "--for", "60s", "--source", "file:\(source)",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("three four five"), "\(run.text)")
    #expect(try Media.probe(chatter.home.bytes(of: "clip.m4a")).seconds > 1)
  }

  @Test func showsTheTranscriptWhileItGrowsAndMakesItTheMessage() async throws {
    let source = try await voice("one two three four five six seven eight")
    let line = """
      '\(Repository.program("chatter"))' --transcript --server http://127.0.0.1:1 \
        --source 'file:\(source)'
      """
    try await TerminalEmulator.with(line, environment: chatter.environment()) { emulator in
      try await emulator.screen(showing: "── Recorder")
      let screen = try await emulator.press("r", showing: "three four")
      #expect(screen.contains("Stop recording"))
      let message = try await emulator.press("r", showing: "The transcript is your message")
      #expect(message.contains(/Message.*three four/), "\(message)")
    }
  }
}
