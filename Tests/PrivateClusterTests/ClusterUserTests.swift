import Foundation
import TestSupport
import Testing

@testable import PrivateCluster

struct ClusterUserTests {
  @Test func neverRunsPostgreSQLAsRoot() throws {
    let user = try ClusterUser.current()
    #expect(user.user != 0)
    #expect(user.prefix.isEmpty == (geteuid() != 0))
    #expect(!user.name.isEmpty)
  }

  /// `postgres` is the superuser of the machine's other clusters.
  @Test(arguments: [
    (["nobody": 3, "postgres": 2, "chatterd": 1], "chatterd"),
    (["nobody": 3, "postgres": 2], "postgres"), (["nobody": 3], "nobody"),
    (["nobody": 3, "postgres": 2, "chatterd": 0], "postgres"),
  ])
  func isChatterdRatherThanTheUserOfOtherClusters(
    known: [String: UInt32], chosen: String
  ) throws {
    let user = try ClusterUser.ofRoot { name in
      known[name].map { ClusterUser(name: name, user: $0, group: $0) }
    }
    #expect(user.name == chosen)
    #expect(throws: PrivateClusterError.noOrdinaryUser) {
      try ClusterUser.ofRoot { ClusterUser(name: $0, user: 0, group: 0) }
    }
  }

  @Test func findsTheFirstUnsearchableDirectory() throws {
    let temporary = try TemporaryDirectory()
    let closed = temporary.path(of: "closed")
    try FileManager.default.createDirectory(
      atPath: closed + "/inner", withIntermediateDirectories: true)
    unsafe chmod(closed, 0o700)
    let owner = ClusterUser(name: "a", user: geteuid(), group: 4242, prefix: [])
    let stranger = ClusterUser(name: "b", user: 4242, group: 4242, prefix: [])
    let member = ClusterUser(name: "c", user: 4242, group: getegid(), prefix: [])
    #expect(owner.firstBarrier(to: closed + "/inner") == nil)
    #expect(stranger.firstBarrier(to: closed + "/inner") == closed)
    #expect(member.firstBarrier(to: closed + "/inner") == closed)
    unsafe chmod(closed, 0o710)
    #expect(member.firstBarrier(to: closed + "/inner") == nil)
    #expect(stranger.firstBarrier(to: closed + "/inner/x") == closed)
    unsafe chmod(closed, 0o701)
    #expect(stranger.firstBarrier(to: closed + "/inner") == nil)
  }

  @Test(.needs(.postgreSQL)) func runsAsTheOrdinaryUserThatStartsIt() async throws {
    // If the tests do not run as root, every other test of a cluster covers this.
    guard geteuid() == 0 else { return }
    await #expect(processExitsWith: .success) { try ClusterUserTests.runAsNobody() }
  }

  /// Runs in a separate process: changes its user, starts a cluster and exits.
  static func runAsNobody() throws {
    let path = "/tmp/chatterd-test-\(UInt32.random(in: 0...UInt32.max))"
    unsafe mkdir(path, 0o755)
    unsafe chown(path, 65_534, 65_534)
    guard setgroups(0, nil) == 0, setgid(65_534) == 0, setuid(65_534) == 0 else { exit(2) }
    let cluster = try PrivateCluster.start(PrivateCluster.Configuration(directory: path + "/c"))
    var status = stat()
    let isOurs =
      unsafe stat("/proc/\(cluster.process ?? 0)", &status) == 0 && status.st_uid == 65_534
    cluster.stop()
    try FileManager.default.removeItem(atPath: path)
    exit(isOurs ? 0 : 3)
  }
}
