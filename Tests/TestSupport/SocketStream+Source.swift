import Foundation
public import Sockets
public import System

extension SocketStream {
  /// Connects to an IPv4 server on this machine from a chosen address of 127.0.0.0/8.
  ///
  /// It blocks its thread until the kernel has connected, which on loopback is immediate unless the
  /// server's queue is full. It is called on the loop.
  ///
  /// - Parameters:
  ///   - source: The client address that the server sees, such as `127.0.0.2`.
  ///   - receiveBufferBytes: The size of the kernel's receive buffer (SO_RCVBUF); nil leaves the
  ///     default.
  ///
  /// Throws `POSIXError`.
  public static func connect(
    to server: SocketAddress, from source: String, receiveBufferBytes: Int32? = nil,
    on loop: EventLoop
  ) throws -> SocketStream {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = Foundation.socket(AF_INET, kind, 0)
    guard number >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EMFILE) }
    let descriptor = FileDescriptor(owning: number)
    if var size = receiveBufferBytes {
      let length = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(number, SOL_SOCKET, SO_RCVBUF, &size, length)
    }
    guard unsafe call(number, source, 0, { unsafe Foundation.bind($0, $1, $2) }),
      unsafe call(number, server.hostText, server.port, { unsafe Foundation.connect($0, $1, $2) }),
      fcntl(number, F_SETFL, O_NONBLOCK) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .ECONNREFUSED) }
    return try SocketStream(descriptor, peer: server, on: loop)
  }

  /// Calls `bind` or `connect` with an IPv4 address, and returns whether it succeeded.
  private static func call(
    _ number: Int32, _ host: String, _ port: UInt16,
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = unsafe inet_addr(host)
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe function(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return status == 0
  }
}
