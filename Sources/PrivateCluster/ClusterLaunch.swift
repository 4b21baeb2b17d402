private import Glibc
internal import System

/// One start of a cluster's server: it is taken over, or started after a clean-up.
struct ClusterLaunch {
  let directory: ClusterDirectory
  let user: ClusterUser
  let programs: PostgresPrograms
  /// Maximum number of sessions (`max_connections`).
  let connectionsMax: Int
  let deadline: Deadline
  /// Whether the start is to be aborted; called repeatedly.
  let isCancelled: () -> Bool

  private static let pollMilliseconds: UInt32 = 2
  /// How long the remaining processes of a killed server may take to end after SIGQUIT.
  private static let leftoverTimeout = Duration.seconds(10)

  /// Returns the server's settings, for a small machine and with full durability.
  ///
  /// The log contains no statement and no value: errors of statements arrive through the
  /// connection.
  static func settings(socket: String, connectionsMax: Int) -> [String] {
    [
      "listen_addresses=", "unix_socket_directories=\(quoted(socket))",
      "unix_socket_permissions=0700", "port=\(ClusterDirectory.port)",
      "max_connections=\(connectionsMax)",
      "shared_buffers=64MB", "max_wal_size=512MB", "fsync=on", "synchronous_commit=on",
      "full_page_writes=on", "logging_collector=off", "log_destination=stderr",
      "log_min_messages=log", "log_min_error_statement=panic", "log_error_verbosity=terse",
      "log_checkpoints=off", "log_line_prefix=%m [%p] ", "update_process_title=off",
    ]
  }

  /// Quotes a directory name: the setting is a list, and a name may contain a comma or a blank.
  private static func quoted(_ path: String) -> String {
    let doubled = path.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    return "\"\(doubled)\""
  }

  func run() throws(PrivateClusterError) -> PrivateCluster.Server {
    if let process = try takeOver() { return .takenOver(process: process) }
    try clearUp()
    return .child(try startServer())
  }

  /// The arguments after the program's name.
  private var arguments: [String] {
    let settings = Self.settings(socket: directory.socket, connectionsMax: connectionsMax)
    return ["-D", directory.data] + settings.flatMap { ["-c", $0] }
  }

  // MARK: A running server

  /// Waits until a running, starting or stopping server is ready or gone; returns its process id or
  /// nil.
  ///
  /// A server that was started with other settings, by other options or another version of this
  /// program, is stopped: its sessions belong to a program that has ended.
  private func takeOver() throws(PrivateClusterError) -> Int32? {
    var didStop = false
    while let record = Postmaster.record(in: directory),
      Postmaster.isRunning(record.process, in: directory)
    {
      if record.isReady, Postmaster.wasStarted(with: arguments, in: directory) {
        return record.process
      }
      // A server that is stopped during its start ends only when it is ready.
      if record.isReady, !didStop { didStop = kill(record.process, SIGINT) == 0 }
      try pause()
    }
    return nil
  }

  // MARK: A dead server

  /// Ends the processes that a killed server has left behind, and removes its process files.
  ///
  /// A new server would refuse to start while old processes use the shared memory, or when the
  /// process id in an old file now belongs to another process. We hold the directory's lock and no
  /// process of the cluster is left, so the files are stale.
  private func clearUp() throws(PrivateClusterError) {
    let file = directory.data + "/postmaster.pid"
    guard unsafe access(file, F_OK) == 0 else { return }
    let leftoverDeadline = Deadline.after(Self.leftoverTimeout)
    while true {
      let leftovers = Postmaster.processes(in: directory)
      guard !leftovers.isEmpty else { break }
      for process in leftovers { kill(process, leftoverDeadline.hasPassed ? SIGKILL : SIGQUIT) }
      try pause()
    }
    unsafe unlink(file)
    unsafe unlink(directory.socket + "/.s.PGSQL.\(ClusterDirectory.port).lock")
  }

  // MARK: A new server

  private func startServer() throws(PrivateClusterError) -> ChildProcess {
    let arguments = user.prefix + [programs.postgres] + arguments
    let log = try ClusterLog(directory: directory).open()
    defer { close(log) }
    let child = try ClusterProgram.start(arguments, output: log)
    while true {
      if child.hasExited() { throw .startFailed(log: ClusterLog(directory: directory).lastLines) }
      if let record = Postmaster.record(in: directory), record.process == child.process,
        record.isReady
      {
        return child
      }
      do throws(PrivateClusterError) {
        try pause()
      } catch {
        kill(child.process, SIGQUIT)
        _ = child.waitForExit()
        throw error
      }
    }
  }

  private func pause() throws(PrivateClusterError) {
    guard !isCancelled() else { throw .stopped }
    guard !deadline.hasPassed else { throw .startTimedOut }
    SystemThread.pause(milliseconds: Self.pollMilliseconds)
  }
}
