import Foundation
import TestSupport
import Testing

@testable import PrivateCluster

struct PrivateClusterHandoverTests {
  private func owner(_ path: String) -> UInt32 {
    var status = stat()
    _ = unsafe lstat(path, &status)
    return status.st_uid
  }

  /// The lock of the cluster is in a directory that the user can write to: it may be another file.
  @Test func handsOverNothingThatWasThereBefore() throws {
    // Only root can change the owner of a file.
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    let path = temporary.path(of: "cluster")
    let user = try ClusterUser.ofRoot()
    try PrivateCluster.handOver(path, to: user)
    #expect(owner(path) == user.user && owner(path + "/socket") == user.user)
    try temporary.write("secret", to: "cluster/log", permissions: 0o600)
    try PrivateCluster.handOver(path, to: user)
    #expect(owner(path + "/log") == 0)
  }

  @Test func takesOverFilesWhereOnlyRootCanHavePutThem() throws {
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    let user = try ClusterUser.ofRoot()
    for (directory, isRoots) in [("roots", true), ("users", false), ("open", false)] {
      let path = temporary.path(of: directory)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      if directory == "users" { #expect(unsafe chown(path, user.user, user.group) == 0) }
      #expect(unsafe chmod(path, directory == "open" ? 0o777 : 0o755) == 0)
      for name in ["old", "new"] {
        try temporary.write("", to: "\(directory)/\(name)", permissions: 0o600)
        user.takeOver(file: "\(path)/\(name)", isNew: name == "new")
      }
      #expect(owner(path + "/old") == (isRoots ? user.user : 0), "\(directory)")
      #expect(owner(path + "/new") == user.user, "\(directory)")
    }
  }

  @Test func takesOverNoLinks() throws {
    guard geteuid() == 0 else { return }
    let temporary = try TemporaryDirectory()
    let user = try ClusterUser.ofRoot()
    try temporary.write("secret", to: "secret", permissions: 0o600)
    let secret = temporary.path(of: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path(of: "soft"), withDestinationPath: secret)
    try FileManager.default.linkItem(atPath: secret, toPath: temporary.path(of: "hard"))
    for name in ["soft", "hard"] { user.takeOver(file: temporary.path(of: name), isNew: true) }
    #expect(owner(secret) == 0)
  }
}
