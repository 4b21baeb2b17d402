import Foundation
import TestSupport
import Testing

@Suite("The example of the audio library (needs nothing)")
struct AudioExampleTests {
  @Test func playsTwoOfThreeSeconds() async throws {
    let run = try await ProgramRun(
      Repository.program("audio-example"), [], environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(try run.checked().text == "00:02 of 00:03")
  }
}
