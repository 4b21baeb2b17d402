import ChatterAudio
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct UnsentItemLeftoversTests {
  private let engine = SilentEngine()

  @Test func reportsPathsOfNonemptyRecordings() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(SilentClip.bytes(lasting: .seconds(1)), to: "a.m4a")
    let empty = try directory.write("", to: "b.m4a")
    let leftovers = await UnsentItem.leftovers(
      [path, empty, directory.path(of: "gone.m4a")], on: engine)
    #expect(leftovers.map(\.clipPath) == [path])
    #expect(leftovers.first?.defect == nil)
  }

  @Test func reportsWhyRecordingCannotBeRecovered() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("no clip", to: "a.m4a")
    engine.failNext(.recovering, with: .undecodable("nothing is whole"))
    let defect = await UnsentItem.leftovers([path], on: engine).first?.defect
    #expect(Files.exists(path))
    #expect(defect?.hasSuffix("nothing is whole") == true)
  }

  @Test func limitsNumberOfReportedRecordings() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(SilentClip.bytes(lasting: .seconds(1)), to: "a.m4a")
    let paths = Array(repeating: path, count: UnsentItem.leftoversMax + 1)
    #expect(await UnsentItem.leftovers(paths, on: engine).count == UnsentItem.leftoversMax)
  }
}
