import Glibc
import TestSupport
import Testing

@testable import ChatterAudio

struct OpenFileTests {
  @Test func readsAndWritesAtOffsets() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "file")
    let file = try OpenFile(path, O_RDWR | O_CREAT)
    #expect(file.byteCount == 0)
    #expect(file.read(4, at: 0).isEmpty)
    #expect(file.write([1, 2, 3, 4], at: 2))
    #expect(file.byteCount == 6)
    #expect(file.read(100, at: 0) == [0, 0, 1, 2, 3, 4])
    #expect(file.read(2, at: 3) == [2, 3])
    #expect(file.truncate(to: 3))
    #expect(file.byteCount == 3)
    #expect(file.synchronize())
    #expect(OpenFile.isReadable(path))
    #expect(!OpenFile.isReadable(path + "-other"))
  }

  @Test func reportsWhyOpeningOrWritingFails() throws {
    #expect(throws: AudioError.file("/no/such: No such file or directory")) {
      _ = try OpenFile("/no/such", O_RDONLY)
    }
    #expect(throws: AudioError.file("/tmp: Is a directory")) { _ = try OpenFile("/tmp", O_WRONLY) }
    #expect(try !OpenFile("/dev/full", O_WRONLY).write([1], at: 0))
    #expect(try !OpenFile("/dev/null", O_RDONLY).write([1], at: 0))
    #expect(try !OpenFile("/dev/null", O_RDONLY).truncate(to: 0))
  }

  @Test(arguments: [0, 1, 65_537, 300_000])
  func readsTheClipThatWasWritten(count: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "clip.m4a")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try OpenFile.write([1, 2, 3], to: path)
    try OpenFile.write(bytes, to: path)
    #expect(try await OpenFile.readClip(path) == bytes)
  }

  @Test func reportsWhyReadingOrWritingAClipFails() async throws {
    await #expect(throws: AudioError.file("/no/such: No such file or directory")) {
      _ = try await OpenFile.readClip("/no/such")
    }
    for path in ["/tmp", "/dev/zero"] {
      await #expect(throws: AudioError.file("\(path) is not a regular file")) {
        _ = try await OpenFile.readClip(path)
      }
    }
    #expect(throws: AudioError.file("/dev/full: No space left on device")) {
      try OpenFile.write([1], to: "/dev/full")
    }
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "large")
    let size = Int64(OpenFile.clipBytesMax) + 1
    #expect(try OpenFile(path, O_RDWR | O_CREAT).truncate(to: size))
    await #expect(
      throws: AudioError.file("\(path) is larger than 256 MiB: this is not a voice message")
    ) { _ = try await OpenFile.readClip(path) }
  }
}
