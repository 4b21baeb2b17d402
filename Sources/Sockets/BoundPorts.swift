public import EventLoop

/// Addresses that are bound before the loops that will listen on them exist.
///
/// A program binds ports below 1024 while it has the privilege, drops the privilege, and only then
/// starts its slower work. Connections are refused until a loop listens.
public final class BoundPorts: Sendable {
  /// The bound addresses, with the ports that the kernel chose in place of port 0.
  public let addresses: [SocketAddress]

  /// For each loop, one descriptor per address, until the loop takes them.
  private let descriptors: Lock<[[Int32]]>

  /// Binds each address once for every loop.
  ///
  /// Throws `addressInUse` for an address at which another program listens.
  public init(_ wanted: [SocketAddress], loopCount: Int) throws(SocketError) {
    var bound: [[Int32]] = []
    var addresses = wanted
    do throws(SocketError) {
      for address in wanted { try Listener.checkIsFree(address) }
      for _ in 0..<loopCount {
        bound.append([])
        // The sockets of the first loop determine the ports that were left open; the others share
        // them.
        for index in wanted.indices {
          let socket = try Self.bind(addresses[index])
          addresses[index] = socket.address
          bound[bound.count - 1].append(socket.takeDescriptor().take())
        }
      }
    } catch {
      for number in bound.joined() { _ = FileDescriptor(owning: number) }
      throw error
    }
    self.addresses = addresses
    descriptors = Lock(bound)
  }

  private static func bind(_ address: SocketAddress) throws(SocketError) -> ListeningSocket {
    do throws(Errno) {
      return try ListeningSocket(on: address, sharesPort: true, listens: false)
    } catch {
      throw SocketError(error, call: "bind", address: address)
    }
  }

  deinit {
    for number in descriptors.withLock({ $0 }).joined() { _ = FileDescriptor(owning: number) }
  }

  /// Listens at all addresses. Call this on the loop, once for each loop.
  public func listen(on loop: EventLoop) throws(SocketError) -> [Listener] {
    let taken = descriptors.withLock { $0.popLast() ?? [] }
    var listeners: [Listener] = []
    for (index, number) in taken.enumerated() {
      let descriptor = FileDescriptor(owning: number)
      do throws(SocketError) {
        listeners.append(
          try Listener(bound: descriptor, to: addresses[index], loop: loop))
      } catch {
        for number in taken[(index + 1)...] { _ = FileDescriptor(owning: number) }
        throw error
      }
    }
    return listeners
  }
}
