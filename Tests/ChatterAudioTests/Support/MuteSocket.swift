import Glibc
import TestSupport
import EventLoop

/// A server that takes connections, and never says anything.
final class MuteSocket: Sendable {
  let path: String
  private let folder: TemporaryDirectory
  private let descriptor: Lock<Int32>

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "mute")
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

  /// Lets go of those who wait for a word.
  func close() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  deinit { close() }
}
