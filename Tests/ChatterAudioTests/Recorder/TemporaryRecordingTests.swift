import Foundation
import Testing

@testable import ChatterAudio

struct TemporaryRecordingTests {
  @Test func deletesTheFileOnDeinit() throws {
    var first: TemporaryRecording? = try TemporaryRecording()
    let second = try TemporaryRecording()
    let path = try #require(first?.path)
    #expect(path != second.path)
    #expect(path.hasSuffix(".m4a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    withExtendedLifetime(first) {}
    first = nil
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: second.path))
  }

  @Test func keepsAFileThatWasLeft() throws {
    var recording: TemporaryRecording? = try TemporaryRecording()
    let path = try #require(recording?.path)
    defer { _ = unsafe unlink(path) }
    recording?.leave()
    recording = nil
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func readsTheOwningProcessFromTheName() throws {
    let own = try TemporaryRecording()
    let name = try #require(own.path.split(separator: "/").last)
    #expect(TemporaryRecording.owner(of: String(name)) == getpid())
    #expect(!TemporaryRecording.leftovers.contains(own.path))
    for other in ["chatter-a.m4a", "chatter-1-a.wav", "chatter--1-a.m4a", "chatter-0-a.m4a", "a"] {
      #expect(TemporaryRecording.owner(of: other) == nil)
    }
  }
}
