private import Glibc
internal import Postgres
private import System

/// The creation of a cluster, which is either complete or has no effect.
///
/// initdb works in a separate directory, which is renamed when it is complete. A machine that
/// crashes during the creation therefore leaves nothing that looks like data.
struct ClusterInitialization {
  let directory: ClusterDirectory
  let user: ClusterUser
  let programs: PostgresPrograms
  /// The descriptor of the directory's lock. Each program inherits it and holds the lock until its
  /// end, because the program continues if we are killed.
  let lock: Int32

  func run() throws(PrivateClusterError) {
    try check(user.prefix + ["rm", "-rf", "--", directory.newData])
    try check(
      user.prefix + [
        programs.initdb, "--pgdata=\(directory.newData)", "--username=\(ClusterRoles.superuser)",
        "--encoding=UTF8", "--locale=C", "--auth-local=trust", "--auth-host=reject",
        "--data-checksums",
      ])
    try makeDatabase()
    try PrivateClusterError.check(
      "rename", directory.newData, unsafe rename(directory.newData, directory.data))
    try synchronize()
  }

  /// Creates the database `chatterd` with a single-user server, which reads SQL from its input.
  private func makeDatabase() throws(PrivateClusterError) {
    let (reading, writing) = try ClusterProgram.makePipe()
    defer { close(reading) }
    // The statement fits into the pipe's buffer.
    let statement = "create database \(ClusterRoles.database)\n"
    unsafe _ = write(writing, statement, statement.utf8.count)
    close(writing)
    try check(
      user.prefix + [
        programs.postgres, "--single", "-D", directory.newData, "-c", "exit_on_error=on",
        "template1",
      ], input: reading)
  }

  private func check(_ arguments: [String], input: Int32? = nil) throws(PrivateClusterError) {
    guard !Task.isCancelled else { throw .stopped }
    let log = try ClusterLog(directory: directory).open()
    defer { close(log) }
    // What initdb prints about its progress would hide its error.
    let null = try PrivateClusterError.check(
      "open", "/dev/null", unsafe open("/dev/null", O_WRONLY | O_CLOEXEC))
    defer { close(null) }
    let child = try ClusterProgram.start(
      arguments, input: input, output: null, errors: log, inheriting: lock)
    guard child.waitForExit() == 0 else {
      throw .initializationFailed(log: ClusterLog(directory: directory).lastLines)
    }
  }

  /// Syncs the directory, so that the rename survives a power failure.
  private func synchronize() throws(PrivateClusterError) {
    let path = directory.path
    let descriptor = try PrivateClusterError.check(
      "open", path, unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(descriptor) }
    try PrivateClusterError.check("fsync", path, fsync(descriptor))
  }
}
