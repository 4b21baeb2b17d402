import EventLoop
import Glibc
import TestSupport

/// A server that accepts connections and never responds.
final class MuteSocket: Sendable {
  let path: String
  private let directory: TemporaryDirectory
  private let descriptor: Lock<Int32>

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path(of: "mute")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isBound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    precondition(isBound && listen(descriptor, 16) == 0)
    self.descriptor = Lock(descriptor)
  }

  /// Closes the socket; clients that wait for a response get an error.
  func close() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  deinit { close() }
}
