import Foundation
import PrivateCluster
import TestSupport
import Testing

@testable import ChatterDaemon

/// Only root chooses another user, and only root can change the owner of a directory.
struct ServiceUserTests {
  private func owner(_ path: String) -> UInt32 {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_uid
  }

  /// Makes the choice for a data directory, and returns the owner of the cluster in it.
  private func clusterOwner(in directory: String) throws -> UInt32 {
    let choice = DatabaseChoice.privateCluster(dataDirectory: directory)
    #expect(try ServiceUser(dataDirectory: directory, database: choice) != nil)
    return owner(Database.clusterDirectory(in: directory))
  }

  @Test func leavesADataDirectoryThatItMakesToRoot() throws {
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    let user = try ClusterUser.ofRoot()
    // At the second start the cluster has its owner.
    for _ in 1...2 {
      #expect(try clusterOwner(in: temporary.path(of: "new/data")) == user.user)
      #expect(owner(temporary.path(of: "new")) == 0)
      #expect(owner(temporary.path(of: "new/data")) == 0)
    }
  }

  @Test func isTheOwnerOfADataDirectoryThatIsNotRoots() throws {
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    #expect(unsafe chown(temporary.path, 4242, 4242) == 0)
    #expect(try clusterOwner(in: temporary.path) == 4242)
    // The owner of the cluster, otherwise that of the directory.
    #expect(unsafe chown(temporary.path, 4343, 4343) == 0)
    #expect(try clusterOwner(in: temporary.path) == 4242)
  }
}
