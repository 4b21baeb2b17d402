import TestSupport
import Testing

@testable import Postgres

@Suite("The space of a file system (needs nothing)")
struct FileSystemSpaceTests {
  @Test("a directory's file system has a size, and no more free bytes than that")
  func directory() throws {
    let directory = try TemporaryDirectory()
    let space = try #require(FileSystemSpace(of: directory.path))
    #expect(space.totalBytes > 0)
    #expect((0...space.totalBytes).contains(space.freeBytes))
  }

  @Test("a path that does not exist has none")
  func missing() throws {
    let directory = try TemporaryDirectory()
    #expect(FileSystemSpace(of: directory.path(of: "missing")) == nil)
  }

  @Test("a size that overflows is the largest number")
  func overflow() {
    #expect(FileSystemSpace.bytes(3, 4096) == 12_288)
    #expect(FileSystemSpace.bytes(.max, 4096) == .max)
    #expect(FileSystemSpace.bytes(.max, 1) == .max)
  }
}
