private import Glibc
internal import Postgres
private import System

/// What can be read about a private cluster without starting or changing anything.
public struct ClusterInspection: Sendable, Equatable {
  /// The major version that created the data; nil when there is no data yet.
  public var dataVersion: Int?
  /// Whether the data has no version, so that it is not a cluster.
  public var isUnrecognized = false
  /// The major versions of the installed servers, the newest first.
  public var installed: [Int] = []
  /// Whether the process in `postmaster.pid` is the server of this cluster.
  public var isRunning = false
  /// The directory that the user of PostgreSQL cannot search; nil when there is none.
  public var barrier: String?
  /// The user that PostgreSQL runs as; nil when there is only root.
  public var user: ClusterUser?
  /// The path of the data.
  public var data: String

  /// Whether an installed server can run the data, or create it.
  public var fits: Bool { dataVersion.map { installed.contains($0) } ?? !installed.isEmpty }

  /// Creates facts to change, for a cluster without data.
  public init(data: String) { self.data = data }

  /// Reads the state of a cluster by the absolute path of its directory, which may not exist.
  public init(of path: String) {
    let directory = ClusterDirectory(existing: path) ?? ClusterDirectory(canonicalPath: path)
    data = directory.data
    do throws(PrivateClusterError) {
      dataVersion = try directory.dataVersion()
    } catch {
      // Without the right to search the directory, its version is unknown.
      isUnrecognized = unsafe access(directory.data, R_OK | X_OK) == 0
    }
    let programs = PostgresPrograms.installed(
      path: ConnectionPlan.environmentVariable("PATH") ?? "")
    installed = PostgresPrograms.versions(of: programs)
    if let record = Postmaster.record(in: directory) {
      // The directory of a process in a unit with users of its own is hidden from this user.
      isRunning =
        Postmaster.isRunning(record.process, in: directory)
        || record.isReady && WholeFile.systemText("/proc/\(record.process)/comm") == "postgres\n"
    }
    user = Self.user(of: directory)
    barrier = user?.firstBarrier(to: directory.path)
  }

  /// The connection string of the program's role for the running server; nil without a user.
  public func applicationConnectionString(of path: String) -> String? {
    guard let user, let directory = ClusterDirectory(existing: path) else { return nil }
    return directory.connectionString(user: user, role: ClusterRoles.application)
  }

  /// Returns the user that PostgreSQL runs as; as root, the owner of existing data.
  private static func user(of directory: ClusterDirectory) -> ClusterUser? {
    var status = stat()
    if geteuid() == 0, unsafe stat(directory.data, &status) == 0, status.st_uid != 0 {
      return ClusterUser.of(user: status.st_uid, group: status.st_gid)
    }
    return try? ClusterUser.current()
  }
}
