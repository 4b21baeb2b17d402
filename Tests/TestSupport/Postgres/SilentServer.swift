import Foundation

/// A server on 127.0.0.1 that never sends anything; the kernel accepts its connections.
public final class SilentServer: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  public init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(O_CLOEXEC), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = descriptor
    let status = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        unsafe bind(number, start, length) == 0, listen(number, 8) == 0
      else { return -1 }
      return unsafe getsockname(number, start, &length)
    }
    guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// Whether a client has connected.
  public var hasConnection: Bool {
    var listener = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&listener, 1, 0) > 0
  }
}
