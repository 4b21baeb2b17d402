private import Glibc
internal import Postgres
internal import Synchronization
internal import System

/// A PostgreSQL server that this program creates, starts, watches and stops.
///
/// It listens on a Unix socket in a directory that only its user and root can enter. It outlives a
/// killed chatterd: the next start takes over the running server, or the crashed one. All calls
/// block, so they must run on a plain thread, or before the loops start.
public final class PrivateCluster: Sendable {
  public struct Configuration: Sendable, Hashable {
    /// The directory of the cluster, created if missing. Its user must be able to search all
    /// directories above it.
    public var directory: String
    /// Maximum number of sessions, including those of maintenance.
    public var connectionsMax: Int
    /// Free bytes of the disk that must remain beside the ballast.
    public var spareBytes: Int

    public init(directory: String, connectionsMax: Int = 100, spareBytes: Int = 1 << 30) {
      precondition(connectionsMax > 3, "three sessions are reserved for superusers")
      self.directory = directory
      self.connectionsMax = connectionsMax
      self.spareBytes = spareBytes
    }
  }

  /// A server process: our child, or one that an earlier chatterd has left behind.
  enum Server {
    case child(ChildProcess)
    case takenOver(process: Int32)

    var process: Int32 {
      switch self {
      case .child(let child): child.process
      case .takenOver(let process): process
      }
    }
  }

  struct State: ~Copyable {
    var server: Server?
    var lock: DirectoryLock?
  }

  /// How long the server may take until it is ready, including crash recovery.
  private static let startTimeout = Duration.seconds(60)
  /// How long a stop waits for a fast shutdown before it requests an immediate one.
  private static let stopTimeout = Duration.seconds(30)
  let configuration: Configuration
  let directory: ClusterDirectory
  let user: ClusterUser
  let programs: PostgresPrograms
  let ballast: Ballast
  let state: Lock<State>
  let isStopping = Atomic<Bool>(false)
  /// Wakes the thread that supervises the server.
  let changes: ProcessWatch

  /// Whether the server was already running when it was found.
  public var didTakeOver: Bool {
    state.withLock { if case .takenOver = $0.server { true } else { false } }
  }

  /// The connection string for maintenance, as the cluster's superuser; it contains no secret.
  public var connectionString: String { directory.connectionString(user: user) }

  /// Returns the free bytes of the file system that holds the data; nil when the system call fails.
  ///
  /// If the ballast was deleted and there is space for it, it is created again in the background.
  public func measureFreeBytes() -> Int? {
    guard let space = FileSystemSpace(of: directory.path) else { return nil }
    ballast.prepareAgain(in: space)
    return space.freeBytes
  }

  /// The connection string of the program itself, as a role that is not a superuser and that
  /// `prepareRoles` creates.
  public var applicationConnectionString: String {
    directory.connectionString(user: user, role: ClusterRoles.application)
  }

  /// Returns the connection string of the program for a cluster that another process runs.
  public static func applicationConnectionString(
    ofRunning directory: String
  ) throws(PrivateClusterError) -> String {
    let user = try ClusterUser.current()
    return try ClusterDirectory.prepare(directory, for: user)
      .connectionString(user: user, role: ClusterRoles.application)
  }

  /// The major version of the server.
  public var version: Int { programs.version }

  /// Creates the cluster if necessary, and starts its server or takes over a running one.
  ///
  /// The first start takes a second or two, a later one a fraction of a second, a takeover
  /// milliseconds. If the task is cancelled meanwhile, the start fails with `stopped`.
  public static func start(_ configuration: Configuration) throws(PrivateClusterError)
    -> PrivateCluster
  {
    let user = try ClusterUser.current()
    let directory = try ClusterDirectory.prepare(configuration.directory, for: user)
    let lock = try DirectoryLock(directory)
    let path = ConnectionPlan.environmentVariable("PATH") ?? ""
    let programs = try PostgresPrograms.choose(
      from: PostgresPrograms.installed(path: path), dataVersion: directory.dataVersion())
    if try directory.dataVersion() == nil {
      try ClusterInitialization(
        directory: directory, user: user, programs: programs, lock: lock.file.number
      ).run()
    }
    return try PrivateCluster(
      configuration, directory: directory, user: user, programs: programs, lock: lock)
  }

  /// Creates the cluster's directory if it is missing, and gives it to a user that root is about to
  /// become.
  public static func handOver(_ directory: String, to user: ClusterUser)
    throws(PrivateClusterError)
  {
    _ = try ClusterDirectory.prepare(directory, for: user)
  }

  private init(
    _ configuration: Configuration, directory: ClusterDirectory, user: ClusterUser,
    programs: PostgresPrograms, lock: consuming DirectoryLock
  ) throws(PrivateClusterError) {
    self.configuration = configuration
    self.directory = directory
    self.user = user
    self.programs = programs
    do throws(Errno) {
      changes = try ProcessWatch()
    } catch {
      throw .system(call: "inotify_init1", path: directory.path, errno: error.number)
    }
    ballast = Ballast(path: directory.ballast, spareBytes: configuration.spareBytes) {
      FileSystemSpace(of: directory.path)
    }
    state = Lock(State(lock: lock))
    try state.withLock { state throws(PrivateClusterError) in
      state.server = try launch { Task.isCancelled }
    }
  }

  private func launch(isCancelled: @escaping () -> Bool) throws(PrivateClusterError) -> Server {
    let launch = ClusterLaunch(
      directory: directory, user: user, programs: programs,
      connectionsMax: configuration.connectionsMax,
      deadline: .after(Self.startTimeout), isCancelled: isCancelled)
    return try ballast.supporting { () throws(PrivateClusterError) in try launch.run() }
  }

  /// The process id of the server; nil when the server is dead.
  public var process: Int32? {
    state.withLock { isAlive(&$0) ? $0.server?.process : nil }
  }

  private func isAlive(_ state: inout State) -> Bool {
    switch state.server {
    case .child(let child):
      guard child.hasExited() else { return true }
      state.server = nil
      return false
    case .takenOver(let process): return Postmaster.isRunning(process, in: directory)
    case nil: return false
    }
  }

  /// Starts the server again if it has died; returns whether it had died.
  @discardableResult
  public func restartIfDead() throws(PrivateClusterError) -> Bool {
    try state.withLock { state throws(PrivateClusterError) in
      guard !isStopping.load(ordering: .acquiring) else { throw .stopped }
      guard !isAlive(&state) else { return false }
      state.server = try launch { self.isStopping.load(ordering: .acquiring) }
      return true
    }
  }

  /// Stops the server: its sessions are ended, and committed data is kept.
  ///
  /// Returns when the server has ended and the directory is free for another chatterd.
  public func stop() {
    isStopping.store(true, ordering: .releasing)
    changes.wake()
    state.withLock { state in
      // Fast shutdown, then immediate shutdown, then SIGKILL (manual, section 19.5).
      let stages: [(Int32, Duration)] = [
        (SIGINT, Self.stopTimeout), (SIGQUIT, .seconds(5)), (SIGKILL, .seconds(5)),
      ]
      for (signal, timeout) in stages where isAlive(&state) {
        guard let process = state.server?.process else { break }
        kill(process, signal)
        let deadline = Deadline.after(timeout)
        while isAlive(&state), !deadline.hasPassed { SystemThread.pause(milliseconds: 2) }
      }
      state.server = nil
      state.lock = nil
    }
  }
}
