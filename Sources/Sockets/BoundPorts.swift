public import EventLoop

/// Addresses that are bound before the loops that will listen on them exist.
///
/// A program binds ports below 1024 while it has the privilege, drops the privilege, and only then
/// starts its slower work. Connections are refused until a loop listens.
public final class BoundPorts: Sendable {
  /// The bound addresses, with the ports that the kernel chose in place of port 0.
  public let addresses: [SocketAddress]

  /// For each loop, one socket per address, until the loop takes them.
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

  /// Listens at all addresses. Call this on the loop, once for each loop.
  public func listen(on loop: EventLoop) throws(SocketError) -> [Listener] {
    try (sockets.withLock { $0.popLast() } ?? []).map { socket throws(SocketError) in
      try Listener(socket, on: loop)
    }
  }
}
