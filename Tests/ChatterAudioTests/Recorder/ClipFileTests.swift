import ChatterAudio
import Foundation
import TestSupport
import Testing

@testable import enum ChatterAudio.ClipFile

@Suite("ClipFile") struct ClipFileTests {
  let directory = try! TemporaryDirectory()

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func readsWhatWasWrittenAtAnySize(count: Int) async throws {
    let path = directory.path + "/clip.m4a"
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try ClipFile.write([1, 2, 3], to: path)
    try ClipFile.write(bytes, to: path)
    #expect(try await ClipFile.read(path) == bytes)
  }

  @Test func createsAPrivateFileOnce() throws {
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

  @Test func reportsWhyReadingOrWritingFails() async {
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

  @Test func stopsReadingAFileWithoutAnEnd() async {
    await #expect(
      throws: AudioError.file("/dev/zero is larger than 256 MiB: this is not a voice message")
    ) { _ = try await ClipFile.read("/dev/zero") }
  }

  @Test func findsAnExistingTemporaryDirectory() {
    let path = ClipFile.temporaryDirectory
    #expect(throws: Never.self) { try FileManager.default.contentsOfDirectory(atPath: path) }
  }
}
