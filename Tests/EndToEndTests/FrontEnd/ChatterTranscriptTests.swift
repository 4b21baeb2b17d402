import TestSupport
import Testing

/// Recording with a transcript, by the program that is installed beside chatter.
@Suite(.timeLimit(.minutes(2))) struct ChatterTranscriptTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test func printsTheTranscriptOfARecording() async throws {
    let voice = try await ProgramRun(
      "espeak-ng", ["--stdout", "-v", "en-us+m3", "-s", "160", "one two three four five six"]
    ).checked().output
    let source = try chatter.home.write(voice, to: "voice.wav")
    let clip = chatter.home.path(of: "clip.m4a")
    let run = try await chatter.run([
      "record", clip, "--transcript", "--for", "60s", "--source", "file:\(source)",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("three four five"), "\(run.text)")
    #expect(try Media.probe(chatter.home.bytes(of: "clip.m4a")).seconds > 1)
  }
}
