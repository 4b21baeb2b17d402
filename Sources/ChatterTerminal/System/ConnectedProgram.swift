import EventLoop
import Glibc

/// A program that we started, with a socket as its standard input, output and error.
///
/// It has a session of its own, so that Ctrl-C in our terminal does not reach it. It inherits no
/// other descriptors. Its signal handling is the default, whatever we block or ignore. No method
/// except `wait` and `end` waits.
struct ConnectedProgram: ~Copyable, Sendable {
  // posix_spawn.h hides this constant; its value is part of the system's interface.
  private static let startsSession: Int32 = 0x80

  /// The maximum number of our descriptors that are closed in it.
  private static let descriptorsMax = 4096

  /// Its process, which is also its process group.
  let process: Int32
  private let socket: FileDescriptor

  /// Starts a program: its path and its arguments.
  init(_ command: [String], environment: [String: String]) throws(Errno) {
    let pair = try SocketPair()
    process = try Self.start(command, environment, socket: pair.other.number)
    socket = pair.one
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

  /// Sends a prefix of the bytes, and returns its length; nil if the program no longer reads.
  func send(_ bytes: [UInt8]) -> Int? {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.send(socket.number, bytes.baseAddress, bytes.count, flags)
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Ends its input.
  func endInput() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Returns what it has printed; empty if there is nothing yet, nil after its end.
  func receive(bytesMax: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: bytesMax)
    let count = unsafe recv(socket.number, &bytes, bytesMax, Int32(MSG_DONTWAIT))
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// Waits until the program reads or has printed something, as wanted, until an event, or until
  /// the timeout. It may return early.
  func wait(sends: Bool, receives: Bool, or event: WakeEvent, timeout: Duration?) {
    let events = Int16((sends ? POLLOUT : 0) | (receives ? POLLIN : 0))
    var waiting = [
      // poll(2) ignores a negative descriptor.
      pollfd(fd: events == 0 ? -1 : socket.number, events: events, revents: 0),
      pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = timeout.map { timeout in
      Int32(min(max(timeout / .milliseconds(1), 0), Double(Int32.max)).rounded(.up))
    }
    _ = unsafe poll(&waiting, 2, milliseconds ?? -1)
    event.clear()
  }

  /// Kills the program and the programs that it has started, and waits for its end.
  consuming func end() {
    Self.kill(process)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Kills a program that `end` has not ended yet, and the programs that it has started.
  static func kill(_ process: Int32) { _ = Glibc.kill(-process, SIGKILL) }
}
