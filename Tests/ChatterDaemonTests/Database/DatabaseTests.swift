import PrivateCluster
import Testing

@testable import ChatterDaemon

struct DatabaseTests {
  @Test(
    arguments: [
      (200 << 20, 32 << 20), (1 << 30, (1 << 30) / 20), (10 << 30, 512 << 20), (1 << 50, 512 << 20),
    ])
  func derivesTheReserveFromTheFileSystemWithinBounds(totalBytes: Int, reserveBytes: Int) {
    let space = FileSystemSpace(totalBytes: totalBytes, freeBytes: 0)
    #expect(Database.diskReserve(on: space) == reserveBytes)
    #expect(Database.diskReserve(on: nil) == 512 << 20)
  }
}
