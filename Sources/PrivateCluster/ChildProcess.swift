private import CPostgres
private import Glibc
internal import Postgres

/// A program that we started.
///
/// It has a session of its own, so that Ctrl-C in our terminal does not reach it. It inherits no
/// descriptors except the one for its output and, on request, one more. Its signal handling is the
/// default, whatever we block or ignore. Of our environment it receives only PATH and what its
/// caller passes on, so that no other `PG…` variable or secret of ours affects it.
struct ChildProcess: Sendable {
  let process: Int32

  // posix_spawn.h hides this constant; its value is part of the system's interface.
  private static let startsSession: Int32 = 0x80

  /// Starts a program, which is searched for on PATH when its name has no slash.
  ///
  /// - Parameters:
  ///   - input: the descriptor for its standard input; nil for `/dev/null`.
  ///   - output: the descriptor for its standard output, and for its errors unless they have one.
  ///   - inherited: a descriptor that it inherits as number 3.
  ///   - variables: `NAME=value` for its environment.
  static func start(
    _ arguments: [String], input: Int32? = nil, output: Int32, errors: Int32? = nil,
    inheriting inherited: Int32? = nil, variables: [String] = []
  ) throws(PrivateClusterError) -> ChildProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors ?? output, 2)
    if let inherited { unsafe posix_spawn_file_actions_adddup2(&actions, inherited, 3) }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, inherited == nil ? 3 : 4)
    // Our working directory may be closed to the user that the program runs as.
    unsafe posix_spawn_file_actions_addchdir_np(&actions, "/")

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = startsSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let path = ConnectionPlan.environmentVariable("PATH") ?? "/usr/bin:/bin"
    let environment = ["PATH=\(path)", "LC_ALL=C", "TZ=UTC"] + variables
    let program = arguments.first ?? ""
    var process: pid_t = 0
    let status = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe posix_spawnp(
          &process, program, &actions, &attributes,
          UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(arguments)),
          UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(environment)))
      }
    }
    guard status == 0 else { throw .system(call: "exec", path: program, errno: status) }
    return ChildProcess(process: process)
  }

  /// Creates a pipe, or a pair of sockets, that no program inherits except as its input or output.
  static func makePipe(
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

  /// Asks the process to end, and waits until it has.
  func stop() {
    kill(process, SIGTERM)
    _ = waitForExit()
  }

  /// Waits for the end of the process and returns its exit status, or 128 plus the signal number.
  func waitForExit() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    return Self.exitStatus(status)
  }

  /// Returns whether the process has ended, without waiting. The first call that finds its end
  /// reaps it.
  func hasExited() -> Bool {
    var status: Int32 = 0
    let result = unsafe waitpid(process, &status, WNOHANG)
    return result == process || (result < 0 && errno == ECHILD)
  }

  // WIFEXITED and the related macros cannot be imported by Swift (waitpid(2), bits/waitstatus.h).
  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
