private import Glibc

/// What can be read about a private cluster without starting or changing anything.
public struct ClusterInspection: Sendable, Equatable {
  /// The major version that created the data; nil when there is no data yet.
  public var dataVersion: Int?
  /// Whether the data has no version, so that it is not a cluster.
  public var isUnrecognized = false
  /// The major versions of the installed servers, the newest first.
  public var installed: [Int] = []
  /// The process in `postmaster.pid`; nil without the file.
  public var recordedProcess: Int32?
  /// Whether that process is the server of this cluster.
  public var isRunning = false
  /// The process that holds the lock of the directory: the chatterd that runs the cluster; nil if
  /// none does.
  public var lockHolder: Int32?
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

  /// Reads the state of a cluster.
  ///
  /// - Parameter path: The absolute path of the cluster's directory, which may not exist.
  public init(of path: String) {
    var canonicalPath = path
    if let canonical = unsafe realpath(path, nil) {
      canonicalPath = unsafe String(cString: canonical)
      unsafe free(canonical)
    }
    let directory = ClusterDirectory(canonicalPath: canonicalPath)
    data = directory.data
    do throws(PrivateClusterError) {
      dataVersion = try directory.dataVersion()
    } catch {
      // Without the right to search the directory, its version is unknown.
      isUnrecognized = unsafe access(directory.data, R_OK | X_OK) == 0
    }
    let programs = PostgresPrograms.installed(
      path: ConnectionPlan.environmentVariable("PATH") ?? "")
    installed = programs.map(\.version)
    if let record = Postmaster.record(in: directory) {
      recordedProcess = record.process
      isRunning = Postmaster.isRunning(record.process, in: directory)
    }
    lockHolder = Self.lockHolder(of: directory.lock)
    user = Self.user(of: directory)
    barrier = user?.firstBarrier(to: directory.path)
  }

  /// The connection string of the program's role for the running server; nil without a user.
  public func applicationConnectionString(of path: String) -> String? {
    guard let user, let canonical = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(canonical) }
    return unsafe ClusterDirectory(canonicalPath: String(cString: canonical))
      .connectionString(user: user, role: ClusterRoles.application)
  }

  /// Returns the user that PostgreSQL runs as; as root, the owner of existing data.
  private static func user(of directory: ClusterDirectory) -> ClusterUser? {
    var status = stat()
    if geteuid() == 0, unsafe stat(directory.data, &status) == 0, status.st_uid != 0 {
      return ClusterUser.of(user: status.st_uid, group: status.st_gid)
    }
    return try? ClusterUser.current()
  }

  /// Returns the process that holds an flock(2) lock, from `/proc/locks`; taking the lock to find
  /// out would disturb a server that starts.
  private static func lockHolder(of path: String) -> Int32? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, let text = locks() else { return nil }
    return lockHolder(ofInode: UInt64(status.st_ino), in: text)
  }

  /// Maximum number of bytes of `/proc/locks` that are read.
  private static let locksBytesMax = 4 << 20

  /// Returns the contents of `/proc/locks`, which arrive in parts.
  private static func locks() -> String? {
    let descriptor = unsafe open("/proc/locks", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: TextFile.bytesMax)
    while bytes.count < locksBytesMax {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses lines such as `1: FLOCK  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`.
  static func lockHolder(ofInode inode: UInt64, in text: String) -> Int32? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 6, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode
      else { continue }
      return Int32(fields[4])
    }
    return nil
  }
}
