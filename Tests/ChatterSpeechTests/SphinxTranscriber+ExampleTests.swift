import ChatterSpeech
import TestSupport
import Testing

struct SpeechExampleTests {
  @Test func printsTheTranscript() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await Voice.clip("one two three four five")
    let run = try await ProgramRun(
      Repository.program("speech-example"), [try directory.write(voice, to: "voice.wav")],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(try run.checked().text.hasSuffix("two three four five"))
  }

  @Test func printsTheGrowingTranscriptOfARecording() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await Voice.clip("one two three four five six")
    let run = try await ProgramRun(
      Repository.program("speech-example"),
      ["record", directory.path(of: "clip.m4a"), try directory.write(voice, to: "voice.wav")],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    let texts = try run.checked().text.split(separator: "\n")
    #expect(texts.count > 1)
    #expect(try #require(texts.last).contains("three four five"))
    #expect(try !directory.bytes(of: "clip.m4a").isEmpty)
  }
}
