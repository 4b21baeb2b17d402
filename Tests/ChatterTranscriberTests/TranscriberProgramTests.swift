import TestSupport
import Testing

struct TranscriberProgramTests {
  private static let program = Repository.program("chatter-transcribe")

  private func run(_ words: [String] = [], input: [UInt8]) async throws -> ProgramRun {
    try await ProgramRun(
      Self.program, words, input: input, environment: ["SWIFT_BACKTRACE": "enable=no"])
  }

  /// One second of silence.
  private let silence = [UInt8](repeating: 0, count: 32_000)

  @Test func printsGrowingTextsAndAFinalOne() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await ProgramRun(
      "espeak-ng", ["--stdout", "-v", "en-us+m3", "-s", "160", "one two three four five"]
    ).checked().output
    let sound = try await ProgramRun(
      "ffmpeg",
      ["-v", "error", "-i", try directory.write(voice, to: "voice.wav")]
        + ["-f", "s16le", "-ar", "16000", "-ac", "1", "-"]
    ).checked().output
    let lines = try await run(input: sound).checked().text.split(separator: "\n")
    #expect(lines.count > 2)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("partial ") })
    #expect(lines.last?.hasPrefix("final ") == true)
    #expect(lines.last?.hasSuffix("two three four five") == true)
  }

  @Test func printsAnEmptyFinalTextForSilence() async throws {
    #expect(try await run(input: silence).checked().output == Array("final \n".utf8))
  }

  @Test func explainsItself() async throws {
    let help = try await run(["--help"], input: []).checked()
    #expect(help.text.contains("partial TEXT") && help.errors == "")
    let wrong = try await run(["voice.wav"], input: [])
    #expect(wrong.status == 2 && wrong.text == "" && wrong.errors.hasPrefix("usage: "))
  }

  @Test func reportsStreamsThatCannotBeUsed() async throws {
    let closed = try await ProgramRun(shell: "'\(Self.program)' <&-")
    #expect(closed.status == 66 && closed.errors.hasPrefix("chatter-transcribe: "))
    let full = try await ProgramRun(shell: "'\(Self.program)' > /dev/full", input: silence)
    #expect(full.status == 74)
    #expect(full.errors.contains("standard output: no space left on device"))
  }
}
