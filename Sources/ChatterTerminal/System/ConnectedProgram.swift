import Glibc
import System

/// A program that we started, with a socket as its standard input, output and error.
///
/// It has a session of its own, so that Ctrl-C in our terminal does not reach it. It inherits no
/// other descriptors. Its signal handling is the default, whatever we block or ignore.
final class ConnectedProgram: Sendable {
  // posix_spawn.h hides this constant; its value is part of the system's interface.
  private static let startsSession: Int32 = 0x80

  /// The maximum number of our descriptors that are closed in it.
  private static let descriptorsMax = 4096

  /// Its process, which is also its process group.
  private let process: Int32
  private let socket: FileDescriptor
  private let hasEnded = Lock(false)

  /// Starts a program: its path and its arguments.
  init(_ command: [String], environment: [String: String]) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno(errno) }
    socket = FileDescriptor(owning: ends[0])
    let other = FileDescriptor(owning: ends[1])
    process = try Self.start(command, environment, socket: other.number)
  }

  private static func start(
    _ command: [String], _ environment: [String: String], socket: Int32
  ) throws(Errno) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for stream in Int32(0)...2 {
      unsafe posix_spawn_file_actions_adddup2(&actions, socket, stream)
    }
    // A library may have opened some that would be inherited.
    let names = (try? Directories.names(in: "/proc/self/fd", countMax: descriptorsMax)) ?? []
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = startsSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process: pid_t = 0
    let status = unsafe withCStrings(command) { words in
      unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        unsafe posix_spawn(&process, words[0]!, &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { throw Errno(status) }
    return process
  }

  /// Calls `body` with the strings as a C array, terminated by a null pointer.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    return unsafe body(copies)
  }

  /// Sends a prefix without waiting, and returns its length; nil if the program no longer reads.
  func send(_ bytes: [UInt8]) -> Int? {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.send(socket.number, bytes.baseAddress, bytes.count, flags)
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  func endInput() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Waits until it has printed something, and returns that; nil after its end.
  func receive(bytesMax: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: bytesMax)
    let count = unsafe recv(socket.number, &bytes, bytesMax, 0)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Kills the program and the programs that it has started; `receive` then ends.
  func kill() {
    hasEnded.withLock { if !$0 { _ = Glibc.kill(-process, SIGKILL) } }
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  func end() {
    kill()
    hasEnded.withLock { $0 = true }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
