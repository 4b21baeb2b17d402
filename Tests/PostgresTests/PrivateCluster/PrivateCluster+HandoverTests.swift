import Foundation
import TestSupport
import Testing

@testable import Postgres

struct PrivateClusterHandoverTests {
  private func owner(_ path: String) -> UInt32 {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_uid
  }

  @Test func handsOverOnlyFilesThatRootCreated() throws {
    // Only root can change the owner of a file.
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    let path = temporary.path(of: "cluster")
    let user = try ClusterUser.ofRoot()
    try PrivateCluster.handOver(path, to: user)
    #expect(owner(path) == user.user && owner(path + "/socket") == user.user)
    try temporary.write("", to: "cluster/lock", permissions: 0o600)
    try temporary.write("secret", to: "secret", permissions: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/log", withDestinationPath: temporary.path(of: "secret"))
    try FileManager.default.linkItem(
      atPath: temporary.path(of: "secret"), toPath: path + "/log.1")
    try PrivateCluster.handOver(path, to: user)
    #expect(owner(path + "/lock") == user.user)
    #expect(owner(temporary.path(of: "secret")) == 0)
  }
}
