import Arguments
import Glibc
import PrivateCluster
import System

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
  var user: UInt32 = 0
  /// The free space at which posts stop.
  var reserveBytes = 0
  /// The private cluster; nil for a named database.
  var cluster: ClusterInspection?
  var clusterStatus: FileStatus?

  @FaultList var faults: [Fault] {
    startFaults
    if let cluster {
      installationFaults(cluster)
      ownerFaults(cluster)
    }
  }

  /// The faults without those of the cluster, whose start reports them.
  @FaultList var startFaults: [Fault] {
    directoryFaults
    if let fileSystem { faults(of: fileSystem) }
    if let space { faults(of: space) }
  }

  @FaultList private var directoryFaults: [Fault] {
    switch status {
    case .success(let status) where status.isDirectory:
      if status.isWritableByAll {
        Fault(.dataDirectoryMode, ["path": path, "mode": status.modeText])
      }
      if !isWritable, fileSystem?.isReadOnly != true {
        Fault(
          status.owner == user || user == 0 ? .dataDirectoryNotWritable : .dataDirectoryOwner,
          ["path": path, "owner": Self.name(of: status.owner), "user": Self.name(of: user)])
      }
    case .success: Fault(.dataDirectoryNotDirectory, ["path": path])
    case .failure(let error) where error.number == EACCES:
      Fault(.dataDirectoryBarrier, ["user": Self.name(of: user), "path": parent])
    case .failure(let error):
      if !isParentWritable || error.number != ENOENT {
        Fault(.dataDirectoryUncreatable, ["path": path, "parent": parent])
      }
    }
  }

  private static func name(of user: UInt32) -> String {
    ClusterUser.of(user: user, group: 0).name
  }

  @FaultList private func faults(of fileSystem: FileSystemStatus) -> [Fault] {
    let values = ["path": path, "type": fileSystem.type]
    if fileSystem.isReadOnly { Fault(.dataDirectoryReadOnly, values) }
    if cluster != nil, fileSystem.isInMemory { Fault(.temporaryFileSystem, values) }
  }

  @FaultList private func faults(of space: FileSystemSpace) -> [Fault] {
    let values = [
      "path": path, "free": ByteCount.rounded(space.freeBytes),
      "reserve": ByteCount.rounded(reserveBytes),
    ]
    // Without a private cluster, the disk has only the certificate.
    if cluster == nil {
      []
    } else if space.freeBytes < reserveBytes {
      Fault(.diskBelowReserve, values)
    } else if space.freeBytes / Self.reserveFactor < reserveBytes {
      Fault(.diskAlmostFull, values)
    }
  }

  @FaultList private func installationFaults(_ cluster: ClusterInspection) -> [Fault] {
    if cluster.isUnrecognized {
      Fault(.clusterUnrecognized, ["path": cluster.data])
    } else if cluster.installed.isEmpty {
      Fault(.postgresMissing)
    } else if let version = cluster.dataVersion, !cluster.fits {
      let installed = "PostgreSQL " + cluster.installed.map(String.init).joined(separator: ", ")
      Fault(
        .clusterVersion,
        ["path": cluster.data, "version": "\(version)", "installed": installed])
    }
  }

  @FaultList private func ownerFaults(_ cluster: ClusterInspection) -> [Fault] {
    if let clusterUser = cluster.user {
      if let barrier = cluster.barrier {
        Fault(.dataDirectoryBarrier, ["user": clusterUser.name, "path": barrier])
      }
      // Root switches to the owner of the cluster.
      if let clusterStatus, user != 0, clusterStatus.owner != user {
        let owner = Self.name(of: clusterStatus.owner)
        let directory = String(cluster.data.dropLast("/data".count))
        Fault(.clusterOwner, ["path": directory, "owner": owner, "user": clusterUser.name])
      }
      if let clusterStatus, clusterStatus.isReadableByOthers || clusterStatus.isWritableByAll {
        Fault(.clusterMode, ["path": cluster.data, "mode": clusterStatus.modeText])
      }
    }
  }
}

extension DataDirectoryCheck {
  /// Reads the state of a configuration's data directory; nil if it has none and needs none.
  ///
  /// - Parameter inspects: Whether to examine the cluster, which starts a program for each
  ///   installed PostgreSQL to learn its version.
  init?(_ configuration: Configuration, inspects: Bool = true) {
    guard let path = configuration.dataDirectory else { return nil }
    self.init(path: path)
    var reserve = configuration.diskReserveBytes
    if case .privateCluster(let directory) = configuration.database.choice {
      let clusterPath = Database.clusterDirectory(in: directory)
      let cluster =
        inspects ? ClusterInspection(of: clusterPath) : ClusterInspection(data: clusterPath)
      self.cluster = cluster
      // Another user's data cannot be seen from outside.
      clusterStatus = (try? FileStatus(of: cluster.data)) ?? (try? FileStatus(of: clusterPath))
      reserve = reserve ?? Database.diskReserve(on: space)
    }
    reserveBytes = reserve ?? 0
  }

  init(path: String) {
    (self.path, user) = (path, Machine.user)
    status = Result { () throws(Errno) in try FileStatus(of: path) }
    isWritable = Machine.isWritable(path)
    let existing = Self.existing(path)
    (parent, isParentWritable) = (existing, Machine.isWritable(existing))
    fileSystem = FileSystemStatus(of: existing)
    space = FileSystemSpace(of: existing)
  }

  /// Returns the path, or the nearest directory above it that exists.
  private static func existing(_ path: String) -> String {
    var path = path[...]
    while !FilePresence.exists(String(path)), let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
    }
    return path.isEmpty ? "/" : String(path)
  }
}
