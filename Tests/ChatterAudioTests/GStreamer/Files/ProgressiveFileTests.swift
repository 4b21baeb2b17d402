import Chatter
import Foundation
import TestSupport
import Testing

@testable import ChatterAudio

@Suite("A progressive file")
struct ProgressiveFileTests {
  /// The types of the boxes at the top of a file.
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

  @Test("a recording that was stopped has its index first, once, and no fragments")
  func order() async throws {
    let boxes = boxes(of: try await Recorded.tone())
    #expect(boxes.first == "ftyp")
    #expect(boxes.filter { ["moov", "moof", "mdat"].contains($0) } == ["moov", "mdat"])
  }

  @Test("finishing a finished recording changes nothing that is heard")
  func twice() async throws {
    let folder = try TemporaryDirectory()
    let file = try await Recorded.tone()
    let path = try folder.write(file, to: "clip.m4a")
    let duration = try ProgressiveFile.finish(path)
    let facts = try AudioClip(bytes: folder.bytes(of: "clip.m4a")).facts
    #expect(abs((facts.duration - duration).seconds) < 0.02)
    #expect(abs((facts.duration - (try AudioClip(bytes: file).facts.duration)).seconds) < 0.02)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["clip.m4a"])
  }
}
