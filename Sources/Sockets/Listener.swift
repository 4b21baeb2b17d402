private import CLinux

/// A listening TCP socket on one loop.
///
/// Every loop has its own on the same port (`SO_REUSEPORT`): the kernel spreads the connections,
/// and none of them ever changes its thread.
public final class Listener {
  /// Connections that the kernel keeps for us until they are accepted; it cuts this at
  /// net.core.somaxconn.
  public static let backlogMax: Int32 = 4096

  /// The address with the port that the kernel chose, when 0 was asked.
  public let address: SocketAddress

  private let descriptor: FileDescriptor
  private let loop: EventLoop
  private let registration: Registration
  private var isClosed = false

  /// Binds and listens; it is called on the loop.
  ///
  /// `[::]` takes IPv4 connections too (`IPV6_V6ONLY` off).
  public init(on address: SocketAddress, loop: EventLoop) throws(SocketError) {
    do throws(Errno) {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      descriptor = FileDescriptor(
        owning: try systemCall { socket(address.family, kind, Int32(IPPROTO_TCP)) })
      let number = descriptor.number
      try setOption(number, SOL_SOCKET, SO_REUSEADDR, 1)
      try setOption(number, SOL_SOCKET, SO_REUSEPORT, 1)
      if address.family == AF_INET6 { try setOption(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      _ = try systemCall { unsafe address.withSockaddr { unsafe bind(number, $0, $1) } }
      _ = try systemCall { listen(number, Self.backlogMax) }
      let (_, bound) = unsafe try SocketAddress.filled { (pointer, length) throws(Errno) in
        try systemCall { unsafe getsockname(number, pointer, length) }
      }
      self.address = bound ?? address
    } catch {
      throw SocketError(error, call: "listen", address: address)
    }
    self.loop = loop
    registration = try loop.attach(descriptor.number)
  }

  deinit {
    close()
  }

  /// Waits until a connection may be in the queue.
  public func waitForConnection() async throws(WaitError) {
    guard !isClosed else { throw .cancelled }
    try await loop.wait(for: .read, on: registration)
  }

  /// Waits for the next connection and accepts it.
  public func accept() async throws(SocketError)
    -> sending SocketStream
  {
    while true {
      guard !isClosed else { throw .cancelled }
      if let accepted = try acceptNow() { return accepted }
      do throws(WaitError) {
        try await waitForConnection()
      } catch {
        throw .cancelled
      }
    }
  }

  /// The next connection if one waits in the queue.
  ///
  /// Connections that died in the queue are passed over. `exhausted` means that no descriptor was
  /// left: the connection stays in the queue, and the caller tries again when others have closed.
  public func acceptNow() throws(SocketError)
    -> sending SocketStream?
  {
    let number = descriptor.number
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    while true {
      do throws(Errno) {
        let (accepted, peer) = unsafe try SocketAddress.filled { (pointer, length) throws(Errno) in
          try systemCall { unsafe accept4(number, pointer, length, flags) }
        }
        return try SocketStream(FileDescriptor(owning: accepted), peer: peer ?? address, on: loop)
      } catch {
        switch error.number {
        case EAGAIN: return nil
        // The connection died between its handshake and us, or its network did (accept(2)).
        case ECONNABORTED, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETDOWN,
          ENETUNREACH, EPERM, ECONNRESET:
          continue
        default: throw SocketError(error, call: "accept4", address: address)
        }
      }
    }
  }

  /// Stops listening; connections that the kernel still keeps are reset.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    loop.detach(registration)
    _ = shutdown(descriptor.number, Int32(SHUT_RDWR))
  }
}

func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) throws(Errno) {
  var value = value
  let size = socklen_t(MemoryLayout<Int32>.size)
  _ = try systemCall { unsafe setsockopt(descriptor, level, name, &value, size) }
}
