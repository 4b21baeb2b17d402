import Foundation
import TestSupport
import Testing

@testable import PrivateCluster

struct ClusterInspectionTests {
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
    #expect(stale.dataVersion == 15 && !stale.isRunning)
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
