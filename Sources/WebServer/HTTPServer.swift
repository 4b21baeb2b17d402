public import HTTP
public import Sockets
public import TLS

/// Listens, accepts, limits, speaks HTTP over TLS, and hands each request to a handler.
///
/// Each loop has listeners, connections and a handler of its own; what they share are the permits.
public final class HTTPServer: Sendable {
  /// What every connection is given; a class, so that it costs each of them a reference.
  final class Environment: Sendable {
    let contexts: TLSContextSlot
    let limits: ServerLimits
    let permits: ConnectionPermits
    /// The proxies that send a PROXY header.
    let proxies: [AddressPrefix]
    /// What request bodies, and requests on HTTP/2 streams, hold.
    let requestMemory: MemoryQuota
    /// What stalled connections have in the kernel.
    let unsent: MemoryQuota
    let observe: @Sendable (ServerEvent) -> Void
    let refusal: @Sendable (Status, String) -> Response

    init(
      contexts: TLSContextSlot, limits: ServerLimits, permits: ConnectionPermits,
      proxies: [AddressPrefix] = [],
      observe: @escaping @Sendable (ServerEvent) -> Void,
      refusal: @escaping @Sendable (Status, String) -> Response
    ) {
      self.contexts = contexts
      self.limits = limits
      self.permits = permits
      self.proxies = proxies
      requestMemory = MemoryQuota(
        bytesMax: limits.requestMemoryMax, bytesPerAddressMax: limits.requestMemoryPerAddressMax)
      unsent = MemoryQuota(
        bytesMax: limits.unsentBytesMax, bytesPerAddressMax: limits.unsentBytesPerAddressMax)
      self.observe = observe
      self.refusal = refusal
    }
  }

  /// Where the server listens; with port 0 asked, the port that the kernel chose.
  public let addresses: [SocketAddress]

  /// How many connections are open now.
  var connectionCount: Int { environment.permits.openCount }

  /// How many of them stand idle, without a task.
  var parkedCount: Int {
    get async {
      var count = 0
      for server in loopServers {
        count += (try? await server.loop.run { server.parkedCount }) ?? 0
      }
      return count
    }
  }

  private let loopServers: [LoopServer]
  let environment: Environment

  /// Binds all addresses on all loops and listens; one at which another program of the same user
  /// listens is `SocketError.addressInUse`.
  public convenience init(
    listeningOn wanted: [SocketAddress], loops: [EventLoop], contexts: TLSContextSlot,
    limits: ServerLimits, proxies: [AddressPrefix] = [],
    observe: @escaping @Sendable (ServerEvent) -> Void,
    refusal: @escaping @Sendable (Status, String) -> Response,
    makeHandler: @escaping @Sendable (EventLoop) -> Handler
  ) async throws {
    try await self.init(
      listeningOn: BoundPorts(wanted, loopCount: loops.count), loops: loops, contexts: contexts,
      limits: limits, proxies: proxies, observe: observe, refusal: refusal,
      makeHandler: makeHandler)
  }

  /// Listens on ports that were bound for all loops.
  ///
  /// - Parameters:
  ///   - proxies: the peers that must begin each connection with a PROXY header, which names the
  ///     client; nobody else's bytes are read as one.
  ///   - makeHandler: makes the app of one loop; it is called on that loop.
  ///   - observe: is told what happens, on the loop where it happens; it must not block.
  ///   - refusal: makes the answer to what is no request, from a status and a sentence.
  public init(
    listeningOn ports: BoundPorts, loops: [EventLoop], contexts: TLSContextSlot,
    limits: ServerLimits, proxies: [AddressPrefix] = [],
    observe: @escaping @Sendable (ServerEvent) -> Void,
    refusal: @escaping @Sendable (Status, String) -> Response,
    makeHandler: @escaping @Sendable (EventLoop) -> Handler
  ) async throws {
    precondition(!loops.isEmpty && !ports.addresses.isEmpty, "a server has a loop and an address")
    limits.assertRelations()
    let environment = Environment(
      contexts: contexts, limits: limits,
      permits: ConnectionPermits(
        connectionsMax: limits.connectionsMax,
        connectionsPerAddressMax: limits.connectionsPerAddressMax),
      proxies: proxies, observe: observe, refusal: refusal)
    var servers: [LoopServer] = []
    for (number, loop) in loops.enumerated() {
      let server = try await loop.run {
        try LoopServer(
          listeningOn: ports, loop: loop, number: number, environment: environment,
          handler: makeHandler(loop))
      }
      servers.append(server)
    }
    addresses = ports.addresses
    loopServers = servers
    self.environment = environment
  }

  /// Serves until `isStopped` returns, then stops in order: it accepts no more, lets every request
  /// that has begun be answered, and cuts what is left after `ServerLimits.shutdownTimeout`.
  ///
  /// A handler that still works then is cancelled; one that does not heed this is waited for.
  public func run(until isStopped: @escaping @Sendable () async -> Void) async {
    enum End { case served, timeIsUp }
    await withTaskGroup(of: End.self) { group in
      for server in loopServers {
        group.addTask(executorPreference: server.loop) {
          await server.run()
          return .served
        }
      }
      group.addTask {
        await isStopped()
        await self.stop()
        return .timeIsUp
      }
      var servingCount = loopServers.count
      for await end in group {
        if end == .served { servingCount -= 1 }
        if end == .timeIsUp || servingCount == 0 { group.cancelAll() }
      }
    }
  }

  private func stop() async {
    environment.permits.close()
    let deadline = Deadline.after(environment.limits.shutdownTimeout)
    await withDiscardingTaskGroup { group in
      for server in loopServers {
        group.addTask(executorPreference: server.loop) { await server.stop(until: deadline) }
      }
    }
  }
}
