import TestSupport
import Testing

@testable import Postgres

@Suite struct DirectoryLockTests {
  @Test("one at a time holds it, and it is free again when its holder is gone")
  func exclusive() throws {
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

  @Test("a folder that is not there is told")
  func missing() {
    #expect(throws: PrivateClusterError.self) {
      _ = try DirectoryLock(ClusterDirectory(canonicalPath: "/nowhere"))
    }
  }
}
