import Glibc
import PrivateCluster
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct DataDirectoryCheckTests {
  private static let cluster: ClusterInspection = {
    var cluster = ClusterInspection(data: "/d/postgresql/data")
    (cluster.dataVersion, cluster.installed) = (15, [16, 15])
    cluster.user = .of(user: 1000, group: 1000)
    return cluster
  }()

  private static let healthy: DataDirectoryCheck = {
    var check = DataDirectoryCheck(path: "/")
    check.path = "/d"
    check.status = .success(FileStatus(mode: 0o755, owner: 1000, isDirectory: true))
    (check.isWritable, check.user) = (true, 1000)
    check.fileSystem = FileSystemStatus(type: "ext4")
    check.space = FileSystemSpace(totalBytes: 100 << 30, freeBytes: 50 << 30)
    check.reserveBytes = 512 << 20
    check.cluster = cluster
    check.clusterStatus = FileStatus(mode: 0o700, owner: 1000, isDirectory: true)
    return check
  }()

  private static func status(
    _ mode: UInt32, owner: UInt32 = 1000, isDirectory: Bool = true
  ) -> Result<FileStatus, Errno> {
    .success(FileStatus(mode: mode, owner: owner, isDirectory: isDirectory))
  }

  private static func free(_ bytes: Int) -> (inout DataDirectoryCheck) -> Void {
    { $0.space = FileSystemSpace(totalBytes: 100 << 30, freeBytes: bytes) }
  }

  static let samples = directories + clusters

  private static let directories = FaultSample.variants(
    of: healthy,
    [
      (
        .dataDirectoryUncreatable,
        { ($0.status, $0.isParentWritable) = (.failure(Errno(ENOENT)), false) }
      ),
      (.dataDirectoryNotDirectory, { $0.status = status(0o644, isDirectory: false) }),
      (.dataDirectoryOwner, { ($0.status, $0.isWritable) = (status(0o755, owner: 7), false) }),
      (.dataDirectoryMode, { $0.status = status(0o777) }),
      (.dataDirectoryNotWritable, { $0.isWritable = false }),
      (
        .dataDirectoryReadOnly,
        { ($0.isWritable, $0.fileSystem) = (false, .init(type: "ext4", isReadOnly: true)) }
      ),
      (.dataDirectoryBarrier, { $0.cluster?.barrier = "/root" }),
      (.diskBelowReserve, free(500 << 20)),
      (.diskAlmostFull, free(600 << 20)),
      (.temporaryFileSystem, { $0.fileSystem = .init(type: "tmpfs") }),
      (.dataDirectoryBarrier, { $0.status = .failure(Errno(EACCES)) }),
    ], faults: \.faults)

  private static let clusters = FaultSample.variants(
    of: healthy,
    [
      (.clusterVersion, { $0.cluster?.dataVersion = 14 }),
      (.clusterUnrecognized, { $0.cluster?.isUnrecognized = true }),
      (.clusterOwner, { $0.clusterStatus = FileStatus(mode: 0o700, owner: 7) }),
      (.clusterMode, { $0.clusterStatus = FileStatus(mode: 0o755, owner: 1000) }),
      (.postgresMissing, { $0.cluster?.installed = [] }),
    ], faults: \.faults)

  @Test func findsNothingInAHealthyOrANewDirectory() {
    var check = Self.healthy
    #expect(check.faults == [])
    check.status = .failure(Errno(ENOENT))
    check.clusterStatus = nil
    check.cluster?.dataVersion = nil
    #expect(check.faults == [])
  }

  @Test func readsRealDirectories() throws {
    let directory = try TemporaryDirectory()
    #expect(DataDirectoryCheck(path: directory.path).startFaults == [])
    let open = DataDirectoryCheck(path: directory.path)
    #expect(open.space != nil && open.fileSystem != nil)
    try directory.write("a", to: "file")
    let file = DataDirectoryCheck(path: directory.path(of: "file"))
    #expect(file.startFaults.map(\.kind) == [.dataDirectoryNotDirectory])
    let below = DataDirectoryCheck(path: directory.path(of: "file/below"))
    #expect(below.startFaults.map(\.kind) == [.dataDirectoryUncreatable])
    #expect(DataDirectoryCheck(path: directory.path(of: "new/below")).startFaults == [])
    #expect(unsafe chmod(directory.path, 0o777) == 0)
    #expect(
      DataDirectoryCheck(path: directory.path).startFaults.map(\.kind) == [.dataDirectoryMode])
  }
}
