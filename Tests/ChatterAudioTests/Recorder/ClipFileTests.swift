import ChatterAudio
import Foundation
import TestSupport
import Testing

@testable import enum ChatterAudio.ClipFile

@Suite("ClipFile") struct ClipFileTests {
  let directory = try! TemporaryDirectory()

  @Test(
    "what is written is read, however large", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func roundTrip(count: Int) async throws {
    let path = directory.path + "/clip.m4a"
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try ClipFile.write([1, 2, 3], to: path)
    try ClipFile.write(bytes, to: path)
    #expect(try await ClipFile.read(path) == bytes)
  }

  @Test("a new file is its maker's alone, and is not made twice")
  func create() throws {
    let path = directory.path + "/clip.m4a"
    try ClipFile.create(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: AudioError.file("cannot create \(path): File exists")) {
      try ClipFile.create(path)
    }
    ClipFile.remove(path)
    ClipFile.remove(path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("what cannot be read or written says why")
  func failures() async {
    let path = directory.path + "/none/clip.m4a"
    await #expect(throws: AudioError.file("cannot read \(path): No such file or directory")) {
      _ = try await ClipFile.read(path)
    }
    await #expect(throws: AudioError.file("cannot read /tmp: Is a directory")) {
      _ = try await ClipFile.read("/tmp")
    }
    #expect(throws: AudioError.file("cannot write /dev/full: No space left on device")) {
      try ClipFile.write([1], to: "/dev/full")
    }
  }

  @Test("a file without an end is not read on for ever")
  func endless() async {
    await #expect(
      throws: AudioError.file("/dev/zero is larger than 256 MiB: this is not a voice message")
    ) { _ = try await ClipFile.read("/dev/zero") }
  }

  @Test("temporary files have a directory that is there")
  func temporary() {
    let path = ClipFile.temporaryDirectory
    #expect(throws: Never.self) { try FileManager.default.contentsOfDirectory(atPath: path) }
  }
}
