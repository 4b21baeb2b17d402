public import HTTP
public import Sockets
public import System
public import TLS

/// An HTTPS server, or a plain HTTP server for this machine only.
///
/// It listens, accepts, enforces limits and passes each request to a handler. Each loop has
/// listeners, connections and a handler of its own. All loops share the limits and quotas.
public final class HTTPServer: Sendable {
  /// The settings and quotas that all connections share; a class, so that each connection stores
  /// only a reference.
  final class Environment: Sendable {
    /// The certificate and its TLS settings; nil for a server without TLS.
    let contexts: TLSContextSlot?
    let limits: ServerLimits
    let connectionQuota: ConnectionQuota
    let proxies: [AddressPrefix]
    /// The memory of request bodies and of requests on HTTP/2 streams.
    let requestMemory: MemoryQuota
    let unsent: MemoryQuota
    let observe: @Sendable (ServerEvent) -> Void
    let refusal: @Sendable (Status, String) -> Response

    init(
      contexts: TLSContextSlot?, limits: ServerLimits, proxies: [AddressPrefix] = [],
      observe: @escaping @Sendable (ServerEvent) -> Void,
      refusal: @escaping @Sendable (Status, String) -> Response
    ) {
      self.contexts = contexts
      self.limits = limits
      self.proxies = proxies
      connectionQuota = ConnectionQuota(
        connectionsMax: limits.connectionsMax,
        connectionsPerAddressMax: limits.connectionsPerAddressMax)
      requestMemory = MemoryQuota(
        bytesMax: limits.requestMemoryMax, bytesPerAddressMax: limits.requestMemoryPerAddressMax)
      unsent = MemoryQuota(
        bytesMax: limits.unsentBytesMax, bytesPerAddressMax: limits.unsentBytesPerAddressMax)
      self.observe = observe
      self.refusal = refusal
    }
  }

  /// The addresses on which the server listens; a requested port 0 is replaced by the port that the
  /// kernel chose.
  public let addresses: [SocketAddress]

  /// The number of open connections.
  public var connectionCount: Int { environment.connectionQuota.semaphore.holderCount }

  /// The number of connections that were accepted so far.
  public var acceptedCount: Int { Int(clamping: environment.connectionQuota.admittedCount) }

  /// Bytes of request bodies and of HTTP/2 requests in memory.
  public var requestMemoryBytes: Int { environment.requestMemory.heldBytes }

  /// Bytes of responses in the kernel that stalled clients have not taken.
  public var unsentBytes: Int { environment.unsent.heldBytes }

  /// The number of idle connections, which have no task.
  public var idleConnectionCount: Int {
    get async {
      var count = 0
      for server in loopServers {
        count += (try? await server.loop.run { server.value.idleCount }) ?? 0
      }
      return count
    }
  }

  private let loopServers: [LoopBound<LoopServer>]
  let environment: Environment

  /// Listens on ports that were bound for all loops.
  ///
  /// Without `contexts` it serves HTTP/1.1 without TLS, for addresses that only this machine
  /// reaches. The peers in `proxies` must begin each connection with a PROXY header, which is not
  /// accepted from others. `makeHandler` is called on each loop; `observe` is called on the loop of
  /// an event, and must not block. `refusal` makes the response to an invalid request.
  public init(
    listeningOn ports: BoundPorts, loops: [EventLoop], contexts: TLSContextSlot?,
    limits: ServerLimits, proxies: [AddressPrefix] = [],
    observe: @escaping @Sendable (ServerEvent) -> Void,
    refusal: @escaping @Sendable (Status, String) -> Response,
    makeHandler: @escaping @Sendable (EventLoop) -> Handler
  ) async throws {
    precondition(!loops.isEmpty && !ports.addresses.isEmpty, "no event loop or no address")
    limits.assertRelations()
    let environment = Environment(
      contexts: contexts, limits: limits, proxies: proxies, observe: observe, refusal: refusal)
    var servers: [LoopBound<LoopServer>] = []
    for (number, loop) in loops.enumerated() {
      let server = try await loop.run {
        LoopBound(
          try LoopServer(
            listeningOn: ports, loop: loop, number: number, environment: environment,
            handler: makeHandler(loop)),
          on: loop)
      }
      servers.append(server)
    }
    addresses = ports.addresses
    loopServers = servers
    self.environment = environment
  }

  /// Serves until `isStopped` returns, then stops in order.
  ///
  /// The server accepts no more connections, completes every request that has begun, and cuts the
  /// remaining connections after `ServerLimits.shutdownTimeout`. Handlers that still run then are
  /// cancelled. The method waits for a handler that ignores cancellation.
  public func run(until isStopped: @escaping @Sendable () async -> Void) async {
    enum End { case served, timeIsUp }
    await withTaskGroup(of: End.self) { group in
      for server in loopServers {
        group.addTask(executorPreference: server.loop) {
          await server.value.run()
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
    environment.connectionQuota.semaphore.close()
    await withDiscardingTaskGroup { group in
      for server in loopServers {
        group.addTask(executorPreference: server.loop) { await server.value.stop() }
      }
    }
  }
}
