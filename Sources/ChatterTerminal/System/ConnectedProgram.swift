import Glibc
import System

/// A program that we started, with a socket as its standard input, output and error.
final class ConnectedProgram: Sendable {
  private let program: ChildProcess
  private let socket: FileDescriptor
  private let hasEnded = Lock(false)

  /// Starts a program: its path and its arguments.
  init(_ command: [String], environment: [String: String]) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno(errno) }
    socket = FileDescriptor(owning: ends[0])
    let other = FileDescriptor(owning: ends[1])
    program = try ChildProcess.start(
      command, input: other.number, output: other.number,
      environment: environment.map { "\($0.key)=\($0.value)" })
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
    hasEnded.withLock { if !$0 { _ = Glibc.kill(-program.process, SIGKILL) } }
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  func end() {
    kill()
    hasEnded.withLock { $0 = true }
    _ = program.waitForExit()
  }
}

enum ProgramPath {
  /// Returns the path of a program in the directory of this one, else in a directory of `PATH`.
  static func find(_ name: String, in path: String?, beside own: String?) -> String? {
    let directory = own.flatMap { own in own.lastIndex(of: "/").map { String(own[..<$0]) } }
    let directories =
      [directory].compactMap(\.self) + (path ?? "").split(separator: ":").map(String.init)
    return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { Files.isRegular($0) && isExecutable($0) }
  }

  static var own: String? { Files.target(ofLink: "/proc/self/exe") }

  private static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}
