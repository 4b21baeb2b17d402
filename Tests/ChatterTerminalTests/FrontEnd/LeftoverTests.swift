import ChatterAudio
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct LeftoverTests {
  private let engine = SilentEngine()

  @Test func reportsPathsOfNonemptyRecordings() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(SilentClip.bytes(lasting: .seconds(1)), to: "a.m4a")
    let empty = try directory.write("", to: "b.m4a")
    let leftovers = await Leftover.all(
      of: [path, empty, directory.path(of: "gone.m4a")], on: engine)
    #expect(leftovers.map(\.path) == [path])
    #expect(leftovers.first?.defect == nil)
  }

  @Test func reportsWhyRecordingCannotBeRecovered() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("no clip", to: "a.m4a")
    engine.failNext(.recovering, with: .undecodable("nothing is whole"))
    let defect = await Leftover.all(of: [path], on: engine).first?.defect
    #expect(Files.exists(path))
    #expect(defect?.hasSuffix("nothing is whole") == true)
  }

  @Test func limitsNumberOfReportedRecordings() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(SilentClip.bytes(lasting: .seconds(1)), to: "a.m4a")
    let paths = Array(repeating: path, count: Leftover.countMax + 1)
    #expect(await Leftover.all(of: paths, on: engine).count == Leftover.countMax)
  }
}
