private import Glibc
internal import Postgres
public import System

/// The directory of one private cluster and its contents.
///
///     data/        PostgreSQL's data directory
///     data.new/    the same while initdb creates it; renamed when it is complete
///     socket/      the Unix socket, accessible to its owner and root only
///     log, log.1   output of PostgreSQL's programs
///     ballast      reserves space that a recovery on a full disk needs
///     lock         held by the chatterd that runs the cluster
struct ClusterDirectory: Equatable, Sendable {
  /// The absolute path without symbolic links, as the kernel reports working directories of
  /// processes.
  let path: String
  /// The directory of the socket: below `path` unless that is too long for a socket's address.
  let socket: String

  var data: String { path + "/data" }
  var newData: String { path + "/data.new" }
  var log: String { path + "/log" }
  var oldLog: String { path + "/log.1" }
  var lock: String { path + "/lock" }
  var ballast: String { path + "/ballast" }

  /// sun_path holds 108 bytes, including the NUL (unix(7)).
  private static let socketPathBytesMax = 107
  static let port = 5432

  init(canonicalPath path: String) {
    self.path = path
    let below = path + "/socket"
    let name = "/.s.PGSQL.\(Self.port)"
    socket =
      (below + name).utf8.count <= Self.socketPathBytesMax
      ? below : "/tmp/chatterd-" + Self.digest(of: path)
  }

  /// Creates the directory that exists at a path; nil if there is none.
  init?(existing path: String) {
    guard let canonical = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(canonical) }
    self.init(canonicalPath: unsafe String(cString: canonical))
  }

  /// Creates the missing directories with the right owner and mode.
  static func prepare(_ path: String, for user: ClusterUser) throws(PrivateClusterError)
    -> ClusterDirectory
  {
    try makeDirectories(path)
    guard let directory = ClusterDirectory(existing: path) else {
      throw .system(call: "realpath", path: path, errno: errno)
    }
    if let barrier = user.firstBarrier(to: directory.path) {
      throw .notTraversable(path: barrier, user: user.name)
    }
    try claim(directory.path, for: user)
    if unsafe mkdir(directory.socket, 0o700) != 0, errno != EEXIST {
      throw .system(call: "mkdir", path: directory.socket, errno: errno)
    }
    try claim(directory.socket, for: user)
    return directory
  }

  private static func makeDirectories(_ path: String) throws(PrivateClusterError) {
    var directory = path.hasPrefix("/") ? "" : "."
    let parts = path.split(separator: "/")
    for (index, part) in parts.enumerated() {
      directory += "/" + part
      let mode: mode_t = index == parts.count - 1 ? 0o700 : 0o755
      guard unsafe mkdir(directory, mode) == 0 || errno == EEXIST else {
        throw .system(call: "mkdir", path: directory, errno: errno)
      }
    }
  }

  /// Gives a directory to the user and denies access to all other users.
  ///
  /// A directory of another user is rejected: under `/tmp` it could have been placed there as a
  /// trap.
  private static func claim(_ path: String, for user: ClusterUser) throws(PrivateClusterError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try PrivateClusterError.check("open", path, unsafe open(path, flags))
    defer { close(descriptor) }
    var status = stat()
    try PrivateClusterError.check("stat", path, unsafe fstat(descriptor, &status))
    guard status.st_uid == user.user || status.st_uid == geteuid() else {
      throw .wrongOwner(path: path)
    }
    if status.st_uid != user.user {
      try PrivateClusterError.check("chown", path, fchown(descriptor, user.user, user.group))
    }
    try PrivateClusterError.check("chmod", path, fchmod(descriptor, 0o700))
  }

  /// FNV-1a, 64 bits: the same path always results in the same socket.
  private static func digest(of text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(value, radix: 16)
  }

  /// Returns the major version of the data; nil when there is no data yet.
  func dataVersion() throws(PrivateClusterError) -> Int? {
    guard unsafe access(data, F_OK) == 0 else { return nil }
    let text = TextFile.contents(of: data + "/PG_VERSION")?.prefix { $0 != "\n" }
    guard let text, let version = Int(text) else { throw .notACluster(path: data) }
    return version
  }

  /// Returns the connection string for this cluster, which makes libpq check the server's user.
  func connectionString(user: ClusterUser, role: String = ClusterRoles.superuser) -> String {
    "host=\(ConnectionPlan.quoted(socket)) port=\(Self.port) user=\(role) "
      + "dbname=\(ClusterRoles.database) requirepeer=\(user.name) sslmode=disable"
  }
}

extension PrivateCluster {
  /// Ends the server of a cluster and removes its directory, and the one that was made for it, when
  /// this process ends.
  ///
  /// - Parameters:
  ///   - directory: An absolute path without symbolic links; nothing needs to be there yet.
  ///   - parent: The directory that was made for it.
  public static func removalAtExit(
    of directory: String, in parent: String
  ) throws(FileError) -> RemovalAtExit {
    let cluster = ClusterDirectory(canonicalPath: directory)
    return try RemovalAtExit(
      of: [cluster.path, cluster.socket, parent],
      after: """
        server=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$server" \
          && timeout 60 tail --pid="$server" -f /dev/null
        """)
  }
}

/// The exclusive right to run the cluster of one directory, held by the kernel while we run.
///
/// An flock(2) lock belongs to the open file, so kill -9 releases it too. Of the programs that we
/// start, only those that create the cluster inherit it: while one of them outlives us, no other
/// process can start.
struct DirectoryLock: ~Copyable, Sendable {
  let file: FileDescriptor

  init(_ directory: ClusterDirectory) throws(PrivateClusterError) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = FileDescriptor(
      owning: try PrivateClusterError.check(
        "open", directory.lock, unsafe open(directory.lock, flags, 0o600)))
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? .inUse(directory: directory.path)
        : .system(call: "flock", path: directory.lock, errno: errno)
    }
    self.file = file
  }

  deinit {
    // Closing alone releases the lock only when no copy of the descriptor is open: a program that
    // another thread starts has a copy between its fork and its exec.
    flock(file.number, LOCK_UN)
  }
}
