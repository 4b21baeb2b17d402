import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct EngineLeakTests {
  @Test func leaksNoThreadsAndNoFiles() async throws {
    let directory = try TemporaryDirectory()
    let bus = try await PrivateBus()
    let run = try await ProgramRun(
      Repository.program("EngineProgram"), ["loop", directory.path, bus.address],
      within: hangTimeout * 3)
    #expect(try run.checked().text == "threads 0 files 0")
  }
}
