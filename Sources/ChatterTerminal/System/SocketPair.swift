import EventLoop
import Glibc

/// Two connected stream sockets.
struct SocketPair: ~Copyable, Sendable {
  let one: FileDescriptor
  let other: FileDescriptor

  init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno(errno) }
    one = FileDescriptor(owning: ends[0])
    other = FileDescriptor(owning: ends[1])
  }
}

/// Ends the wait of another thread (`ConnectedProgram.wait`).
final class WakeEvent: Sendable {
  private let ends: SocketPair

  init() throws(Errno) { ends = try SocketPair() }

  /// The descriptor that becomes readable.
  var descriptor: Int32 { ends.one.number }

  func signal() {
    var byte: UInt8 = 0
    // If there is no space, the earlier bytes wake the thread.
    _ = unsafe send(ends.other.number, &byte, 1, Int32(MSG_DONTWAIT))
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = unsafe recv(ends.one.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
  }
}
