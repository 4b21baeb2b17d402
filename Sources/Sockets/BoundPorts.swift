/// Addresses that are bound before the loops that will listen on them exist.
///
/// A program binds ports below 1024 while it may, gives that privilege up, and only then begins to
/// do what takes time. Until a loop listens, connections are refused.
public final class BoundPorts: Sendable {
  /// With the ports that the kernel chose, where 0 was asked.
  public let addresses: [SocketAddress]

  /// For each loop one descriptor an address, until the loop has taken them.
  private let descriptors: Lock<[[Int32]]>

  /// Binds each address once for every loop; one at which another program listens is
  /// `addressInUse`.
  public init(_ wanted: [SocketAddress], loopCount: Int) throws(SocketError) {
    var bound: [[Int32]] = []
    var addresses = wanted
    do throws(SocketError) {
      for address in wanted { try Listener.checkIsFree(address) }
      for _ in 0..<loopCount {
        bound.append([])
        // The first loop's sockets choose the ports that were left open; the others share them.
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

  /// Listens at all addresses; it is called on the loop, once for each loop.
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
