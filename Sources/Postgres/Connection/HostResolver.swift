private import Sockets
internal import System

/// Looks up host names on threads, because getaddrinfo(3) may block for many seconds.
///
/// Waiting for a result obeys deadline and cancellation; the lookup then ends by itself.
enum HostResolver {
  /// Maximum number of addresses tried per name.
  static let addressesMax = 8

  /// The threads for the lookups of all loops.
  private static let threads = WorkerPool(threadsMax: 16, waitingMax: 16)

  /// A lookup in progress, on the loop of its caller.
  private final class Lookup {
    let end: AsyncEvent
    /// Nil until the end, and when no thread was free for the lookup.
    var addresses: [String]?

    init(on loop: EventLoop) {
      end = AsyncEvent(on: loop)
    }
  }

  /// Returns the numeric addresses of a name; empty when it has none.
  ///
  /// Also fails with `timedOut` when this machine cannot start another lookup.
  static func addresses(
    of host: String, on loop: EventLoop, until deadline: Deadline
  ) async throws(WaitError) -> [String] {
    guard !deadline.hasPassed else { throw .timedOut }
    let lookup = Lookup(on: loop)
    loop.start(lookup) { lookup in
      lookup.addresses = try? await threads.run(for: host) { lookUp(host) }
      lookup.end.signal()
    }
    try await lookup.end.wait(until: deadline)
    guard let addresses = lookup.addresses else { throw .timedOut }
    return addresses
  }

  /// Whether a host of a connection string needs a lookup.
  static func isName(_ host: String) -> Bool {
    guard let first = host.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "@")
    else { return false }
    return !host.utf8.contains(UInt8(ascii: ":"))
      && SocketAddress(numericHost: host, port: 0) == nil
  }

  static func lookUp(_ host: String) -> [String] {
    let found = (try? SocketAddress.resolve(host: host, port: 0)) ?? []
    return found.prefix(addressesMax).map(\.hostText)
  }
}
