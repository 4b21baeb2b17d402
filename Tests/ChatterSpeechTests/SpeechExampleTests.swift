import ChatterSpeech
import TestSupport
import Testing

@Suite("The example of ChatterSpeech", .timeLimit(.minutes(2)))
struct SpeechExampleTests {
  @Test func printsTheTranscriptOrReportsMissingSupport() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await ProgramRun(
      "espeak-ng", ["--stdout", "-v", "en-us+m3", "-s", "160", "one two three four five"]
    ).checked().output
    let run = try await ProgramRun(
      Repository.program("speech-example"), [try directory.write(voice, to: "voice.wav")],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    let text = try run.checked().text
    if SphinxTranscriber.isAvailable {
      #expect(text.hasSuffix("two three four five"))
    } else {
      #expect(text == "Nothing was recognised: \(SpeechError.notInstalled)")
    }
  }
}
