import Chatter
import Foundation
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct ProgressiveFileTests {
  /// The types of the top-level boxes of a file.
  private func boxes(of file: [UInt8]) -> [String] {
    var (types, offset) = ([String](), 0)
    while offset + 8 <= file.count {
      let size = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self))
      guard size >= 8 else { break }
      offset += size
    }
    return types
  }

  @Test func writesOneIndexFirstAndNoFragments() async throws {
    let boxes = boxes(of: try await Recorded.tone())
    #expect(boxes.first == "ftyp")
    #expect(boxes.filter { ["moov", "moof", "mdat"].contains($0) } == ["moov", "mdat"])
  }

  @Test func changesNoSoundWhenFinishedAgain() async throws {
    let directory = try TemporaryDirectory()
    let file = try await Recorded.tone()
    let path = try directory.write(file, to: "clip.m4a")
    let duration = try ProgressiveFile.finish(path)
    let facts = try AudioClip(bytes: directory.bytes(of: "clip.m4a")).facts
    #expect(abs((facts.duration - duration).seconds) < 0.02)
    #expect(abs((facts.duration - (try AudioClip(bytes: file).facts.duration)).seconds) < 0.02)
    #expect(try directory.names() == ["clip.m4a"])
  }

  @Test func keepsThePermissionsOfTheRecording() async throws {
    let directory = try TemporaryDirectory()
    for permissions in [0o600, 0o640] {
      let path = try directory.write(try await Recorded.tone(), to: "clip.m4a")
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      _ = try ProgressiveFile.finish(path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test func keepsOtherFilesAndTheTargetsOfLinks() async throws {
    let directory = try TemporaryDirectory()
    let file = try await Recorded.tone()
    let path = try directory.write(file, to: "clip.m4a")
    for name in ["clip.m4a.unfinished", "clip.m4a.unfinished.samples"] {
      _ = try directory.write([7], to: name)
    }
    let link = directory.path(of: "link.m4a")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    _ = try ProgressiveFile.finish(link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try directory.bytes(of: "clip.m4a.unfinished") == [7])
    #expect(try directory.bytes(of: "clip.m4a.unfinished.samples") == [7])
    #expect(try directory.names().count == 4)
  }

  @Test(arguments: ["/dev/null", "/tmp", "/no/such"])
  func refusesPathsThatAreNotRegularFiles(path: String) throws {
    do {
      _ = try ProgressiveFile.finish(path)
      Issue.record("no error was thrown")
    } catch {
      guard case AudioError.file(let message) = error else { throw error }
      #expect(message.hasPrefix(path))
    }
  }

  @Test func keepsTheRecordingWithoutSpaceForASecondFile() async throws {
    let directory = try TemporaryDirectory()
    let file = try await Recorded.fragments()
    // The path has the maximum length, so a directory beside the file cannot be created.
    var path = directory.path
    while path.utf8.count < 4_083 {
      path += "/" + String(repeating: "d", count: min(200, 4_082 - path.utf8.count))
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    path += "/clip.m4a"
    try Data(file).write(to: URL(fileURLWithPath: path), options: [])
    let duration = try ProgressiveFile.finish(path)
    #expect(duration > .milliseconds(400))
    let left = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(boxes(of: [UInt8](left)).contains("moof"))
    #expect(try AudioClip(bytes: [UInt8](left)).facts.duration == duration)
  }

  @Test func refusesRecordingsWithoutACompleteFragment() async throws {
    let directory = try TemporaryDirectory()
    let file = try await Recorded.fragments()
    let types = boxes(of: file)
    let head = try #require(types.firstIndex(of: "moof"))
    #expect(head > 0)
    let cuts = [0, 900, 1_000, 1_100].map { Array(file.prefix($0)) }
    for bytes in cuts + [Array("no recording at all, but a text".utf8)] {
      let path = try directory.write(bytes, to: "clip.m4a")
      #expect(throws: AudioError.self) { _ = try ProgressiveFile.finish(path) }
      #expect(try directory.bytes(of: "clip.m4a") == bytes)
    }
    #expect(try directory.names() == ["clip.m4a"])
  }
}
