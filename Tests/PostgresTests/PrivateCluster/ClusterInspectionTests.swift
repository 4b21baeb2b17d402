import Foundation
import TestSupport
import Testing

@testable import Postgres

struct ClusterInspectionTests {
  @Test func findsTheHolderOfALock() {
    let text = """
      1: POSIX  ADVISORY  WRITE 11 fe:00:77 0 EOF
      2: FLOCK  ADVISORY  WRITE 22 fe:00:77 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 33 fe:00:78 0 EOF
      3: FLOCK
      """
    #expect(ClusterInspection.lockHolder(ofInode: 77, in: text) == 22)
    #expect(ClusterInspection.lockHolder(ofInode: 78, in: text) == nil)
    #expect(ClusterInspection.lockHolder(ofInode: 79, in: "") == nil)
  }

  @Test func readsADirectoryThatDoesNotExistAndOneThatIsNoCluster() throws {
    let directory = try TemporaryDirectory()
    let missing = ClusterInspection(of: directory.path(of: "postgresql"))
    #expect(missing.dataVersion == nil && !missing.isUnrecognized && !missing.isRunning)
    #expect(missing.data == directory.path(of: "postgresql/data"))
    try FileManager.default.createDirectory(
      atPath: missing.data, withIntermediateDirectories: true)
    #expect(ClusterInspection(of: directory.path(of: "postgresql")).isUnrecognized)
    try directory.write("15\n", to: "postgresql/data/PG_VERSION")
    try directory.write("2147483647\n", to: "postgresql/data/postmaster.pid")
    let stale = ClusterInspection(of: directory.path(of: "postgresql"))
    #expect(stale.dataVersion == 15 && stale.recordedProcess == 2_147_483_647)
    #expect(!stale.isRunning && stale.lockHolder == nil)
  }

  @Test func findsALockOfThisProcess() throws {
    let directory = try TemporaryDirectory()
    let lock = try DirectoryLock(ClusterDirectory(canonicalPath: directory.path))
    #expect(ClusterInspection(of: directory.path).lockHolder == getpid())
    withExtendedLifetime(lock) {}
  }

  @Test func knowsWhetherTheDataFitsAnInstalledServer() {
    var cluster = ClusterInspection(data: "/d")
    #expect(!cluster.fits)
    cluster.installed = [16, 15]
    #expect(cluster.fits)
    cluster.dataVersion = 14
    #expect(!cluster.fits)
  }
}
