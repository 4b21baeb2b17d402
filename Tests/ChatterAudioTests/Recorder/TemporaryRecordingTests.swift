import Foundation
import Testing

@testable import class ChatterAudio.TemporaryRecording

@Suite("TemporaryRecording") struct TemporaryRecordingTests {
  @Test("the file is there as long as its object, under a name of its own")
  func lifetime() throws {
    var first: TemporaryRecording? = try TemporaryRecording()
    let second = try TemporaryRecording()
    let path = try #require(first?.path)
    #expect(path != second.path)
    #expect(path.hasSuffix(".m4a"))
    #expect(FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(first) {}
    first = nil
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: second.path))
  }
}
