import TestSupport
import Testing

@testable import ChatterAudio

@Suite("What the engine leaves behind", .timeLimit(.minutes(2)))
struct EngineLeakTests {
  @Test func leaksNoThreadsAndNoFiles() async throws {
    let folder = try TemporaryDirectory()
    let bus = try await PrivateBus()
    let run = try await ProgramRun(
      Repository.program("EngineProgram"), ["loop", folder.path, bus.address])
    #expect(try run.checked().text == "threads 0 files 0")
  }
}
