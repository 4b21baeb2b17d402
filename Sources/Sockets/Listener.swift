private import CLinux

/// A listening TCP socket on one loop.
///
/// Every loop has its own on the same port (`SO_REUSEPORT`): the kernel spreads the connections,
/// and none of them ever changes its thread.
public final class Listener {
  /// Connections that the kernel keeps for us until they are accepted; it cuts this at
  /// net.core.somaxconn.
  public static let backlogMax: Int32 = 4096
  /// Bytes of a connection that the kernel takes and has not sent (tcp(7), TCP_NOTSENT_LOWAT): enough
  /// to fill the line while the next ones are encrypted. What is beyond waits in this process, and
  /// only once.
  public static let unsentBytesMax: Int32 = 128 * 1024
  /// How many connections are accepted in a row before the loop's other tasks get their turn.
  static let acceptsInARowMax = 64

  /// The address with the port that the kernel chose, when 0 was asked.
  public let address: SocketAddress

  /// nil once it is closed.
  private var descriptor: FileDescriptor?
  private let loop: EventLoop
  private let registration: Registration
  private var acceptsInARow = 0

  /// Binds and listens; it is called on the loop.
  ///
  /// `[::]` takes IPv4 connections too, and means `0.0.0.0` on a machine without IPv6.
  public convenience init(on address: SocketAddress, loop: EventLoop) throws(SocketError) {
    let socket: ListeningSocket
    do throws(Errno) {
      socket = try ListeningSocket(on: address, sharesPort: true)
    } catch {
      throw SocketError(error, call: "listen", address: address)
    }
    let bound = socket.address
    try self.init(socket.takeDescriptor(), address: bound, loop: loop)
  }

  /// Listens on a socket that was bound before; it is called on the loop.
  convenience init(
    bound descriptor: consuming FileDescriptor, to address: SocketAddress, loop: EventLoop
  ) throws(SocketError) {
    do throws(Errno) {
      try ListeningSocket.listen(descriptor.number)
    } catch {
      throw SocketError(error, call: "listen", address: address)
    }
    try self.init(descriptor, address: address, loop: loop)
  }

  private init(_ descriptor: consuming FileDescriptor, address: SocketAddress, loop: EventLoop)
    throws(SocketError)
  {
    self.address = address
    self.loop = loop
    registration = try loop.attach(descriptor.number)
    self.descriptor = consume descriptor
  }

  /// Throws `addressInUse` when anybody listens at an address already.
  ///
  /// A listener shares its port with all of the same user, so a second server would start without
  /// a word and get half of the connections: a program asks this once, before its first listener.
  public static func checkIsFree(_ address: SocketAddress) throws(SocketError) {
    do throws(Errno) {
      _ = try ListeningSocket(on: address, sharesPort: false)
    } catch {
      throw SocketError(error, call: "listen", address: address)
    }
  }

  deinit {
    if let descriptor = descriptor.take() { loop.release(registration, closing: descriptor) }
  }

  /// Waits until a connection may be in the queue; `cancelled` when the listener is closed.
  nonisolated(nonsending) public func waitForConnection() async throws(WaitError) {
    acceptsInARow = 0
    try await loop.wait(for: .read, on: registration)
  }

  /// Waits for the next connection and accepts it; `cancelled` when the listener is closed.
  nonisolated(nonsending) public func accept() async throws(SocketError) -> sending SocketStream {
    if acceptsInARow == Self.acceptsInARowMax {
      acceptsInARow = 0
      await Task.yield()
    }
    while true {
      if let accepted = try acceptNow() {
        acceptsInARow += 1
        return accepted
      }
      do throws(WaitError) {
        try await waitForConnection()
      } catch {
        throw .cancelled
      }
    }
  }

  /// The next connection if one waits in the queue; nil also when the listener is closed.
  ///
  /// Connections that died in the queue are passed over. `exhausted` means that no descriptor was
  /// left: the connection stays in the queue, and the caller tries again when others have closed.
  public func acceptNow() throws(SocketError) -> sending SocketStream? {
    guard let number = descriptor?.number else { return nil }
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

  /// Stops listening and frees the port; connections that the kernel still keeps are reset.
  public func close() {
    loop.detach(registration)
    descriptor = nil
  }
}
