import TestSupport
import Testing

@testable import PrivateCluster

struct FileSystemSpaceTests {
  @Test func measuresTheFileSystemOfADirectory() throws {
    let directory = try TemporaryDirectory()
    let space = try #require(FileSystemSpace(of: directory.path))
    #expect(space.totalBytes > 0)
    #expect((0...space.totalBytes).contains(space.freeBytes))
  }

  @Test func returnsNilForAMissingPath() throws {
    let directory = try TemporaryDirectory()
    #expect(FileSystemSpace(of: directory.path(of: "missing")) == nil)
  }

  @Test func saturatesSizesThatOverflow() {
    #expect(FileSystemSpace.bytes(3, 4096) == 12_288)
    #expect(FileSystemSpace.bytes(.max, 4096) == .max)
    #expect(FileSystemSpace.bytes(.max, 1) == .max)
  }
}
