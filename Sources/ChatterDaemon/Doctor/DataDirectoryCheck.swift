import CommandLine
import EventLoop
import Glibc
import Postgres

/// The data directory and, if the database is private, its cluster.
struct DataDirectoryCheck: Sendable {
  /// Warns below this many times the reserve.
  private static let reserveFactor = 2

  var path: String
  /// The result of stat(2) on the directory.
  var status: Result<FileStatus, Errno>
  /// The nearest directory above that exists, if the directory is missing.
  var parent = "/"
  var isParentWritable = true
  var isWritable = true
  var fileSystem: FileSystemStatus?
  var space: FileSystemSpace?
  /// The effective user of this process.
  var user: UInt32 = 0
  /// The free space at which posts stop.
  var reserveBytes = 0
  /// The private cluster; nil for a named database.
  var cluster: ClusterInspection?
  var clusterStatus: FileStatus?
  /// Whether a chatterd listens at an address of this configuration: then it may have the lock.
  var isServed = false

  var faults: [Fault] { startFaults + (cluster.map(clusterFaults) ?? []) }

  /// The faults without those of the cluster, whose start reports them.
  var startFaults: [Fault] { directoryFaults + fileSystemFaults }

  private var isRoot: Bool { user == 0 }

  private var directoryFaults: [Fault] {
    let status: FileStatus
    switch self.status {
    case .success(let found): status = found
    case .failure(let error) where [ENOENT, ENOTDIR].contains(error.number):
      guard !isParentWritable || error.number == ENOTDIR else { return [] }
      return [Fault(.dataDirectoryUncreatable, ["path": path, "parent": parent])]
    case .failure(let error):
      return [Fault(.dataDirectoryCheckFailed, ["path": path, "reason": "\(error)"])]
    }
    guard status.isDirectory else { return [Fault(.dataDirectoryNotDirectory, ["path": path])] }
    var faults: [Fault] = []
    if status.isWritableByAll {
      faults.append(Fault(.dataDirectoryMode, ["path": path, "mode": status.modeText]))
    }
    if !isWritable, fileSystem?.isReadOnly != true {
      let values = ["path": path, "owner": "\(status.owner)", "user": "\(user)"]
      let isOwner = status.owner == user || isRoot
      faults.append(Fault(isOwner ? .dataDirectoryNotWritable : .dataDirectoryOwner, values))
    }
    return faults
  }

  private var fileSystemFaults: [Fault] {
    var faults: [Fault] = []
    if let fileSystem {
      if fileSystem.isReadOnly { faults.append(Fault(.dataDirectoryReadOnly, ["path": path])) }
      if fileSystem.hasNoInodes { faults.append(Fault(.inodesExhausted, ["path": path])) }
      let values = ["path": path, "type": fileSystem.type]
      if cluster != nil, fileSystem.isNetwork { faults.append(Fault(.networkFileSystem, values)) }
      if cluster != nil, fileSystem.isInMemory {
        faults.append(Fault(.temporaryFileSystem, values))
      }
    }
    guard let space else { return faults }
    let values = [
      "path": path, "free": ByteCount.rounded(space.freeBytes),
      "total": ByteCount.rounded(space.totalBytes), "reserve": ByteCount.rounded(reserveBytes),
    ]
    if space.freeBytes < 1 << 20 {
      faults.append(Fault(.diskFull, values))
    } else if cluster != nil, space.freeBytes < reserveBytes {
      faults.append(Fault(.diskBelowReserve, values))
    } else if cluster != nil, space.freeBytes / Self.reserveFactor < reserveBytes {
      faults.append(Fault(.diskAlmostFull, values))
    }
    return faults
  }

  // MARK: The cluster

  private func clusterFaults(_ cluster: ClusterInspection) -> [Fault] {
    installationFaults(cluster) + ownerFaults(cluster) + processFaults(cluster)
  }

  private func installationFaults(_ cluster: ClusterInspection) -> [Fault] {
    guard !cluster.isUnrecognized else {
      return [Fault(.clusterUnrecognized, ["path": cluster.data])]
    }
    guard !cluster.installed.isEmpty else { return [Fault(.postgresMissing)] }
    guard let version = cluster.dataVersion, !cluster.fits else { return [] }
    let installed = "PostgreSQL " + cluster.installed.map(String.init).joined(separator: ", ")
    return [
      Fault(
        .clusterVersion,
        ["path": cluster.data, "version": "\(version)", "installed": installed])
    ]
  }

  private func ownerFaults(_ cluster: ClusterInspection) -> [Fault] {
    guard let clusterUser = cluster.user else { return [Fault(.ordinaryUserMissing)] }
    var faults: [Fault] = []
    if let barrier = cluster.barrier {
      faults.append(
        Fault(.dataDirectoryBarrier, ["user": clusterUser.name, "path": barrier]))
    }
    guard let clusterStatus else { return faults }
    // Root switches to the owner of the cluster.
    if !isRoot, clusterStatus.owner != user {
      let owner = ClusterUser.of(user: clusterStatus.owner, group: 0).name
      faults.append(
        Fault(
          .clusterOwner, ["path": cluster.data, "owner": owner, "user": clusterUser.name]))
    }
    if clusterStatus.isReadableByOthers || clusterStatus.isWritableByAll {
      faults.append(
        Fault(.clusterMode, ["path": cluster.data, "mode": clusterStatus.modeText]))
    }
    return faults
  }

  private func processFaults(_ cluster: ClusterInspection) -> [Fault] {
    if let holder = cluster.lockHolder {
      return isServed
        ? [] : [Fault(.clusterInUse, ["process": "\(holder)", "path": cluster.data])]
    }
    guard let process = cluster.recordedProcess else { return [] }
    let values = ["process": "\(process)", "path": cluster.data]
    guard !cluster.isRunning else { return [Fault(.clusterOrphaned, values)] }
    let file = cluster.data + "/postmaster.pid"
    return [Fault(.clusterCrashed, values.merging(["path": file]) { $1 })]
  }
}

extension DataDirectoryCheck {
  /// Reads the state of a configuration's data directory; nil if it has none and needs none.
  ///
  /// - Parameter inspects: Whether to examine the cluster, which starts a program for each
  ///   installed PostgreSQL to learn its version.
  init?(_ configuration: Configuration, isServed: Bool, inspects: Bool = true) {
    guard let path = configuration.dataDirectory else { return nil }
    self.init(path: path, isServed: isServed)
    var reserve = configuration.diskReserveBytes
    if case .privateCluster(let directory) = configuration.database.choice {
      let clusterPath = Database.clusterDirectory(in: directory)
      let cluster =
        inspects ? ClusterInspection(of: clusterPath) : ClusterInspection(data: clusterPath)
      self.cluster = cluster
      clusterStatus = try? FileStatus(of: cluster.data)
      reserve = reserve ?? Database.diskReserve(on: space)
    }
    reserveBytes = reserve ?? 0
  }

  /// Reads the state of a directory.
  init(path: String, isServed: Bool = false) {
    self.path = path
    self.isServed = isServed
    user = Machine.user
    do throws(Errno) {
      status = .success(try FileStatus(of: path))
    } catch {
      status = .failure(error)
      parent = Self.existing(above: path)
      isParentWritable = Machine.isWritable(parent)
    }
    isWritable = Machine.isWritable(path)
    let existing = FilePresence.exists(path) ? path : Self.existing(above: path)
    fileSystem = FileSystemStatus(of: existing)
    space = FileSystemSpace(of: existing)
  }

  private static func existing(above path: String) -> String {
    var path = path[...]
    while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = path[..<slash]
      if FilePresence.exists(String(path)) { return String(path) }
    }
    return "/"
  }
}
