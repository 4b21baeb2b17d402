import Foundation

/// The arguments of posix_spawn(3) for starting a program.
struct ProcessLaunch: Sendable {
  /// The program, looked up on PATH if it has no slash, and its arguments.
  let arguments: [String]
  /// The variables, in the form `NAME=value`.
  let environment: [String]
  /// The files that become descriptors 0, 1 and 2.
  let input: String
  let output: String
  let errors: String

  /// The highest descriptor that is currently open.
  private static var descriptorMax: Int32 {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return names?.compactMap { Int32($0) }.max() ?? 1023
  }

  /// Starts the program, and returns its process ID. No signal is blocked or ignored in it, and it
  /// inherits no descriptors except these three.
  ///
  /// Throws `ProgramError.notStarted`. The corresponding C function is `posix_spawnp`.
  func start() throws(ProgramError) -> pid_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_APPEND
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, writing, 0o600)
    // Foundation's Process detects the end of its child by a socket that only the child keeps open.
    // A program started by a test at the same time would inherit a copy, and the wait would last
    // until both have ended.
    for descriptor in 3...max(3, Self.descriptorMax) {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var processID: pid_t = 0
    let failure = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe posix_spawnp(
          &processID, arguments[0]!, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw .notStarted(program: arguments[0], errno: failure) }
    return processID
  }

  /// Calls `body` with the strings as a C array, terminated by a null pointer.
  private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    return unsafe body(copies)
  }
}
