private import Glibc
internal import Postgres
internal import System

/// A program of PostgreSQL, or one for its files.
package enum ClusterProgram {
  /// Starts a program, by default in the root directory: ours may be closed to its user.
  ///
  /// Of our environment it receives only PATH, so that no `PG…` variable or secret affects it, and
  /// what `variables` has.
  static func start(
    _ arguments: [String], input: Int32? = nil, output: Int32, errors: Int32? = nil,
    inheriting inherited: Int32? = nil, in directory: String = "/", variables: [String] = []
  ) throws(PrivateClusterError) -> ChildProcess {
    let path = ConnectionPlan.environmentVariable("PATH") ?? "/usr/bin:/bin"
    do throws(Errno) {
      return try ChildProcess.start(
        arguments, input: input, output: output, errors: errors, inheriting: inherited,
        in: directory,
        environment: ["PATH=\(path)", "LC_ALL=C", "TZ=UTC"] + variables)
    } catch {
      throw .system(call: "exec", path: arguments.first ?? "", errno: error.number)
    }
  }

  /// Creates a pipe, or a pair of sockets, that no program inherits except as its input or output.
  package static func makePipe(
    isSocket: Bool = false
  ) throws(PrivateClusterError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try PrivateClusterError.check(
      "create", "pipe",
      unsafe isSocket
        ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
