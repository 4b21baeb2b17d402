private import Glibc
internal import Sockets
internal import Synchronization

/// A PostgreSQL of our own: made, started, watched and stopped by this program.
///
/// It listens on a Unix socket in a folder that only its user and root can enter. It outlives a
/// killed chatterd: the next start takes over the running server, or the crashed one. All calls
/// block: they belong on a plain thread, or before the loops start. `PrivateCluster+Launch` starts
/// the server, `+Supervision` restarts it.
public final class PrivateCluster: Sendable {
  public struct Configuration: Sendable, Hashable {
    /// The folder of the cluster; made when missing. Its folders above must be open to its user.
    public var directory: String
    /// How many sessions the server takes, those of maintenance included.
    public var connectionsMax: Int
    /// How long the server may take until it is ready, crash recovery included.
    public var startWaitMax: Duration
    /// How long a stop waits for the server to finish before it is told to drop everything.
    public var stopWaitMax: Duration
    /// Free bytes of the disk that the ballast leaves.
    public var spareBytes: Int

    public init(
      directory: String, connectionsMax: Int = 100, startWaitMax: Duration = .seconds(60),
      stopWaitMax: Duration = .seconds(30), spareBytes: Int = 1 << 30
    ) {
      precondition(connectionsMax > 3, "three sessions are reserved for superusers")
      self.directory = directory
      self.connectionsMax = connectionsMax
      self.startWaitMax = startWaitMax
      self.stopWaitMax = stopWaitMax
      self.spareBytes = spareBytes
    }
  }

  /// A server process: our child, or one that an earlier chatterd has left.
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

  let configuration: Configuration
  let directory: ClusterDirectory
  let user: ClusterUser
  let programs: PostgresPrograms
  let ballast: Ballast
  let state: Lock<State>
  let isStopping = Atomic<Bool>(false)
  /// Wakes the thread that supervises the server.
  let changes: ProcessWatch

  /// Whether this start found the server running.
  public let didTakeOver: Bool

  /// How maintenance reaches the database, as the cluster's superuser; it contains no secret.
  public var connectionString: String { directory.connectionString(user: user) }

  /// Measures the free bytes of the file system that holds the data; nil when the system call fails.
  ///
  /// Where the ballast was deleted and there is space for it, it is made again in the background.
  public func measureFreeBytes() -> Int? {
    guard let space = FileSystemSpace(of: directory.path) else { return nil }
    ballast.prepareAgain(in: space)
    return space.freeBytes
  }

  /// How the program itself reaches the database, as a role that is not a superuser, once
  /// `prepareRoles` has made it.
  public var applicationConnectionString: String {
    directory.connectionString(user: user, role: ClusterRoles.application)
  }

  /// The major version of the server.
  public var version: Int { programs.version }

  /// Makes the cluster if need be, and starts its server or takes a running one over.
  ///
  /// A first start takes a second or two, a later one a fraction, a takeover milliseconds. A task
  /// that is cancelled meanwhile has it fail with `stopped`.
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
        directory: directory, user: user, programs: programs, lock: lock.descriptor
      ).run()
    }
    return try PrivateCluster(
      configuration, directory: directory, user: user, programs: programs, lock: lock)
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
    let launch = ClusterLaunch(
      directory: directory, user: user, programs: programs,
      connectionsMax: configuration.connectionsMax,
      deadline: .after(configuration.startWaitMax), isCancelled: { Task.isCancelled })
    let server = try ballast.supporting { () throws(PrivateClusterError) in try launch.run() }
    if case .takenOver = server { didTakeOver = true } else { didTakeOver = false }
    state = Lock(State(server: server, lock: lock))
  }

  /// Whether the server process lives.
  public var isRunning: Bool {
    state.withLock { isAlive(&$0) }
  }

  /// The server's process, nil when it is dead.
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

  /// Starts the server again if it has died; true when it had.
  @discardableResult
  public func restartIfDead() throws(PrivateClusterError) -> Bool {
    try state.withLock { state throws(PrivateClusterError) in
      guard !isStopping.load(ordering: .acquiring) else { throw .stopped }
      guard !isAlive(&state) else { return false }
      let launch = ClusterLaunch(
        directory: directory, user: user, programs: programs,
        connectionsMax: configuration.connectionsMax,
        deadline: .after(configuration.startWaitMax),
        isCancelled: { self.isStopping.load(ordering: .acquiring) })
      state.server = try ballast.supporting { () throws(PrivateClusterError) in
        try launch.run()
      }
      return true
    }
  }

  /// Stops the server: its sessions are ended, what was committed is kept.
  ///
  /// It returns when the server has ended and the directory is free for another chatterd.
  public func stop() {
    isStopping.store(true, ordering: .releasing)
    changes.wake()
    state.withLock { state in
      // Fast shutdown, then immediate, then none of its own choosing (manual, section 19.5).
      let stages: [(Int32, Duration)] = [
        (SIGINT, configuration.stopWaitMax), (SIGQUIT, .seconds(5)), (SIGKILL, .seconds(5)),
      ]
      for (signal, patience) in stages where isAlive(&state) {
        guard let process = state.server?.process else { break }
        kill(process, signal)
        let deadline = Deadline.after(patience)
        while isAlive(&state), !deadline.hasPassed { SystemThread.pause(milliseconds: 2) }
      }
      state.server = nil
      state.lock = nil
    }
  }
}
