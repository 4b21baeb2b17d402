public import System

/// Addresses that are bound before the loops that will listen on them exist.
///
/// A program binds ports below 1024 while it has the privilege, drops the privilege, and only then
/// starts its slower work. Connections are refused until a loop listens. Sockets that a service
/// manager opened listen already, and connections wait in their queue.
public final class BoundPorts: Sendable {
  /// The bound addresses, with the ports that the kernel chose in place of port 0.
  public let addresses: [SocketAddress]

  /// For each loop, one socket per address, until the loop takes them. The loops share inherited
  /// sockets.
  private let sockets: Lock<[[ListeningSocket]]>

  /// Binds each address once for every loop.
  ///
  /// Throws `addressInUse` for an address at which another program listens.
  public init(_ wanted: [SocketAddress], loopCount: Int) throws(SocketError) {
    for address in wanted { try Listener.checkIsFree(address) }
    var addresses = wanted
    var sockets: [[ListeningSocket]] = []
    for _ in 0..<loopCount {
      // The sockets of the first loop determine the ports that were left open; the others share
      // them.
      let bound = try addresses.map { address throws(SocketError) in
        try ListeningSocket(on: address, sharesPort: true)
      }
      addresses = bound.map(\.address)
      sockets.append(bound)
    }
    self.addresses = addresses
    self.sockets = Lock(sockets)
  }

  /// Takes over sockets that listen already, which a service manager keeps open (sd_listen_fds(3)).
  ///
  /// All loops accept from the same queue. It outlives this process, so that a restart refuses no
  /// connection; with one socket for each loop, closing one would reset the connections in its
  /// queue. Throws `notAListener` for a descriptor that is not a listening TCP socket.
  public init(inherited descriptors: [Int32], loopCount: Int) throws(SocketError) {
    let shared = try descriptors.map { number throws(SocketError) in
      try ListeningSocket(inherited: number)
    }
    addresses = shared.map(\.address)
    sockets = Lock(Array(repeating: shared, count: loopCount))
  }

  /// Listens at all addresses. Call this on the loop, once for each loop.
  public func listen(on loop: EventLoop) throws(SocketError) -> [Listener] {
    try (sockets.withLock { $0.popLast() } ?? []).map { socket throws(SocketError) in
      try Listener(socket, on: loop)
    }
  }
}
