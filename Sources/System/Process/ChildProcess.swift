private import CLinux
private import Glibc

/// A program that we started.
///
/// It has a session of its own, so that Ctrl-C in our terminal does not reach it. It inherits no
/// descriptors except those of its streams and, on request, one more. Its signal handling is the
/// default, whatever we block or ignore, and its environment only what its caller gives it.
package struct ChildProcess: Sendable {
  /// Its process, which is also its process group.
  package let process: Int32

  // posix_spawn.h hides this constant; its value is part of the system's interface.
  private static let startsSession: Int32 = 0x80

  /// Starts a program, which is searched for on PATH when its name has no slash.
  ///
  /// - Parameters:
  ///   - input: the descriptor for its standard input; nil for `/dev/null`.
  ///   - output: the descriptor for its standard output, and for its errors unless they have one.
  ///   - inherited: a descriptor that it inherits as number 3.
  ///   - directory: its working directory; nil for ours.
  ///   - environment: `NAME=value` for each variable.
  package static func start(
    _ arguments: [String], input: Int32? = nil, output: Int32, errors: Int32? = nil,
    inheriting inherited: Int32? = nil, in directory: String? = nil, environment: [String]
  ) throws(Errno) -> ChildProcess {
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
    if let directory { unsafe posix_spawn_file_actions_addchdir_np(&actions, directory) }

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

    var process: pid_t = 0
    let status = unsafe withCStrings(arguments) { words in
      unsafe withCStrings(environment) { variables in
        unsafe posix_spawnp(
          &process, arguments.first ?? "", &actions, &attributes,
          UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(words)),
          UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(variables)))
      }
    }
    guard status == 0 else { throw Errno(status) }
    return ChildProcess(process: process)
  }

  /// Asks the process to end, and waits until it has.
  package func stop() {
    kill(process, SIGTERM)
    _ = waitForExit()
  }

  /// Waits for the end of the process and returns its exit status, or 128 plus the signal number.
  package func waitForExit() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 127 }
    }
    return Self.exitStatus(status)
  }

  /// Returns whether the process has ended, without waiting. The first call that finds its end
  /// reaps it.
  package func hasExited() -> Bool {
    var status: Int32 = 0
    let result = unsafe waitpid(process, &status, WNOHANG)
    return result == process || (result < 0 && errno == ECHILD)
  }

  // WIFEXITED and the related macros cannot be imported by Swift (waitpid(2), bits/waitstatus.h).
  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}

/// Passes a NULL-terminated array of C strings to `body`, valid for one call.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  let offsets = strings.map { string in
    defer { bytes += string.utf8.map { CChar(bitPattern: $0) } + [0] }
    return bytes.count
  }
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    var pointers: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
      unsafe buffer.baseAddress?.advanced(by: offset)
    }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }
}
