private import CLinux
public import System

/// A listening TCP socket on one loop, which `BoundPorts` makes.
///
/// Every loop has its own listener on the same port (`SO_REUSEPORT`), and the kernel distributes
/// the connections. The listeners of an inherited socket share its queue: each connection wakes
/// all of them, and the first one accepts it. A connection never changes its thread.
public final class Listener {
  /// Maximum number of connections that the kernel queues until they are accepted. The kernel caps
  /// it at net.core.somaxconn.
  public static let backlogMax: Int32 = 4096
  /// Maximum number of unsent bytes that the kernel accepts for a connection (tcp(7),
  /// TCP_NOTSENT_LOWAT). It is enough to keep the link busy while the next bytes are encrypted. The
  /// rest waits in this process, in a single copy.
  public static let unsentBytesMax: Int32 = 128 * 1024

  /// The address, with the port that the kernel chose in place of port 0.
  public let address: SocketAddress

  /// Nil after `close`.
  private var socket: ListeningSocket?
  private let loop: EventLoop
  private let registration: Registration

  /// Listens on a bound socket. Call this on the loop.
  init(_ socket: ListeningSocket, on loop: EventLoop) throws(SocketError) {
    try socket.listen()
    do throws(Errno) {
      registration = try loop.attach(socket.descriptor.number)
    } catch {
      throw SocketError(error, call: "epoll_ctl")
    }
    address = socket.address
    self.loop = loop
    self.socket = socket
  }

  /// Throws `addressInUse` if a program already listens at an address.
  ///
  /// Listeners share their port with all listeners of the same user, so a second server would start
  /// without an error and get half of the connections. A program therefore calls this once, before
  /// it creates its first listener.
  public static func checkIsFree(_ address: SocketAddress) throws(SocketError) {
    try ListeningSocket(on: address, sharesPort: false).listen()
  }

  deinit {
    guard let socket else { return }
    guard !loop.isCurrent else { return loop.detach(registration) }
    // The loop must stop watching the socket before it is closed.
    Task(executorPreference: loop) { [loop, registration] in
      withExtendedLifetime(socket) { loop.detach(registration) }
    }
  }

  /// Waits until a connection may be in the queue. Throws `cancelled` when the listener is closed.
  public func waitForConnection() async throws(WaitError) {
    try await loop.wait(for: .read, on: registration)
  }

  /// Accepts the next connection in the queue. Returns nil if there is none or the listener is
  /// closed.
  ///
  /// Connections that failed while in the queue are skipped. `exhausted` means that no descriptor
  /// was left: the connection stays in the queue, and the caller tries again after other
  /// connections have closed.
  public func acceptNow() throws(SocketError) -> sending SocketStream? {
    guard let number = socket?.descriptor.number else { return nil }
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
        // The connection or its network failed between the handshake and this call (accept(2)).
        case ECONNABORTED, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETDOWN,
          ENETUNREACH, EPERM, ECONNRESET:
          continue
        default: throw SocketError(error, call: "accept4", address: address)
        }
      }
    }
  }

  /// Stops listening and frees the port. Connections that are still in the kernel's queue are
  /// reset, unless the socket is inherited: they wait for the next process.
  public func close() {
    loop.detach(registration)
    socket = nil
  }
}
