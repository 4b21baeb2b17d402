import TestSupport
import Testing

@testable import PrivateCluster

struct DirectoryLockTests {
  @Test func allowsOneHolderAtATime() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    do {
      let lock = try DirectoryLock(directory)
      #expect(throws: PrivateClusterError.inUse(directory: temporary.path)) {
        _ = try DirectoryLock(directory)
      }
      _ = consume lock
    }
    _ = try DirectoryLock(directory)
  }

  @Test func rejectsAMissingDirectory() {
    #expect(throws: PrivateClusterError.self) {
      _ = try DirectoryLock(ClusterDirectory(canonicalPath: "/nowhere"))
    }
  }
}
