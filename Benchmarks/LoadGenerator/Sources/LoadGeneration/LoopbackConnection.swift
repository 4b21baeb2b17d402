internal import EventLoop
private import Glibc
internal import Sockets

/// Connections from several addresses of this machine, each of which has its own quotas.
enum LoopbackConnection {
  /// Returns the loopback address of a number, counted from 0: 127.0.1.1, 127.0.1.2 and so on.
  static func source(_ number: Int) -> UInt32 { 0x7f00_0101 + UInt32(number) }

  /// Connects to 127.0.0.1 from an address. Call this on the loop.
  ///
  /// The call blocks, but not for long: the kernel connects over loopback at once unless the
  /// server's queue is full.
  static func connect(from source: UInt32, to port: UInt16, on loop: EventLoop) throws
    -> SocketStream
  {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Errno(errno) }
    let descriptor = FileDescriptor(owning: number)
    let peer = SocketAddress.loopback(port: port)
    guard case .v4(let host) = peer.host,
      unsafe withAddress(source, 0, { unsafe bind(number, $0, $1) }) == 0,
      unsafe withAddress(host, port, { unsafe Glibc.connect(number, $0, $1) }) == 0,
      fcntl(number, F_SETFL, O_NONBLOCK) == 0
    else { throw Errno(errno) }
    return try SocketStream(descriptor, peer: peer, on: loop)
  }

  private static func withAddress(
    _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
