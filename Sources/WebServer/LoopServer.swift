internal import HTTP
internal import Sockets
internal import System
private import TLS

/// The part of a server on one loop: its listeners and its connections. It lives on that loop.
final class LoopServer {
  /// How long accepting pauses when no file descriptor is left.
  private static let acceptPause = Duration.milliseconds(100)
  /// Maximum number of connections accepted from one listener in one tick of the loop.
  private static let acceptsPerTickMax = 64

  let loop: EventLoop
  private let number: Int

  private let environment: HTTPServer.Environment
  private let handler: Handler
  private let listeners: [Listener]
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// How many connections were accepted and are not over yet.
  private var openCount = 0
  /// The tick quotas of the addresses that have a connection here.
  private var quotas: [AddressKey: TickQuota] = [:]
  /// Connections from proxies whose clients are not known yet.
  private var beginning: [ObjectIdentifier: SocketStream] = [:]
  private let idleConnections: IdleConnections<Connection>
  private let closingSockets: ClosingSockets
  private var isPaused = false
  private var isStopping = false
  /// Whether the time for connections without a request is over.
  private var isDrained = false

  init(
    listeningOn ports: BoundPorts, loop: EventLoop, number: Int,
    environment: HTTPServer.Environment, handler: @escaping Handler
  ) throws(SocketError) {
    self.loop = loop
    self.number = number
    self.environment = environment
    self.handler = handler
    idleConnections = IdleConnections(on: loop)
    closingSockets = ClosingSockets(on: loop, timeout: environment.limits.closeTimeout)
    listeners = try ports.listen(on: loop)
  }

  /// Serves until `stop` is called and the last connection has ended.
  func run() async {
    let this = LoopBound(self, on: loop)
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: loop) { await this.value.serveWoken() }
      for index in listeners.indices {
        group.addTask(executorPreference: loop) { await this.value.accept(on: index) }
      }
    }
  }

  var idleCount: Int { idleConnections.count }

  /// Starts a task for each idle connection that resumes, until the server has stopped.
  private func serveWoken() async {
    await withDiscardingTaskGroup { group in
      while let connection = await idleConnections.next() {
        let bound = LoopBound((server: self, connection: connection), on: loop)
        group.addTask(executorPreference: loop) {
          let (server, connection) = bound.value
          await server.serve(connection)
        }
      }
    }
    // Connections are left only if the server ended without `stop`.
    for connection in idleConnections.removeAll() {
      connection.cut()
      forget(connection)
    }
  }

  /// Stops accepting, ends every connection after its current request, and cuts the rest after
  /// `ServerLimits.shutdownTimeout`.
  ///
  /// Connections without a request stay open for `ServerLimits.drainTimeout`, so that requests that
  /// are on their way get a response.
  func stop() async {
    let deadline = Deadline.after(environment.limits.shutdownTimeout)
    isStopping = true
    for listener in listeners { listener.close() }
    for connection in connections.values { connection.drain() }
    idleConnections.wakeAll(where: \.announcesEndByFrame)
    endIfDrained()
    let drained = min(deadline, .after(environment.limits.drainTimeout))
    guard (try? await loop.sleep(until: drained)) != nil else { return }
    isDrained = true
    for stream in beginning.values { stream.close() }
    for connection in connections.values { connection.endUnlessBusy() }
    // Their tasks end them. Responses that wait are completed first.
    idleConnections.wakeAll { !$0.hasWaitingResponse }
    idleConnections.close()
    guard (try? await loop.sleep(until: deadline)) != nil else { return }
    for connection in connections.values { connection.cut() }
  }

  /// Ends the server before its time if no connection is left.
  private func endIfDrained() {
    if isStopping, openCount == 0 { idleConnections.close() }
  }

  /// Accepts connections from one listener, each in a task of its own, until the listener is
  /// closed.
  private func accept(on index: Int) async {
    let this = LoopBound(self, on: loop)
    let listener = listeners[index]
    var acceptCount = 0
    await withDiscardingTaskGroup { group in
      while await environment.connectionQuota.semaphore.wait() {
        do throws(SocketError) {
          if let stream = try listener.acceptNow() {
            openCount += 1
            group.addTask(executorPreference: loop) { await this.value.serve(stream) }
            acceptCount += 1
            if acceptCount % Self.acceptsPerTickMax == 0 { try? await loop.nextTick() }
            continue
          }
          isPaused = false
        } catch {
          environment.connectionQuota.semaphore.signal()
          await pause(error)
          continue
        }
        environment.connectionQuota.semaphore.signal()
        guard (try? await listener.waitForConnection()) != nil else { return }
      }
    }
  }

  /// Pauses accepting when no file descriptor is left.
  ///
  /// The connection waits in the kernel's queue meanwhile. Other connections free descriptors when
  /// they end.
  private func pause(_ error: SocketError) async {
    if !isPaused { environment.observe(.acceptPaused(reason: error.description)) }
    isPaused = true
    try? await loop.sleep(until: .after(Self.acceptPause))
  }

  private func serve(_ stream: SocketStream) async {
    let deadline = Deadline.after(environment.limits.handshakeTimeout)
    guard let beginning = await begin(stream, until: deadline), !isDrained else {
      connectionEnded()
      return stream.close()
    }
    let client = ClientAddress(beginning.client)
    guard let number = environment.connectionQuota.admit(client.key) else {
      connectionEnded()
      environment.observe(.addressRefused(remoteAddress: client.text))
      return stream.close()
    }
    stream.closingSockets = closingSockets
    let connection = Connection(
      stream,
      context: Connection.Context(
        client: client, number: number, loopNumber: self.number,
        environment: environment, handler: handler, quota: quota(of: client.key)),
      received: beginning.received, handshakeDeadline: deadline)
    connections[ObjectIdentifier(connection)] = connection
    // Accepted in the same tick in which the server was stopped, or named by its proxy since then.
    if isStopping { connection.drain() }
    await serve(connection)
  }

  /// Returns the client of a connection, which a proxy names in its first bytes, and the bytes that
  /// it has sent already; nil when the connection is over.
  private func begin(
    _ stream: SocketStream, until deadline: Deadline
  ) async -> (client: SocketAddress, received: ArraySlice<UInt8>)? {
    guard environment.proxies.contains(where: { $0.contains(stream.peer) }) else {
      return (stream.peer, [])
    }
    let id = ObjectIdentifier(stream)
    beginning[id] = stream
    defer { beginning[id] = nil }
    do throws(ProxyHeaderError) {
      return try await ProxyHeader.read(from: stream, until: deadline)
    } catch {
      environment.observe(
        .proxyHeaderRefused(remoteAddress: stream.peer.hostText, reason: error.rawValue))
      return nil
    }
  }

  private func serve(_ connection: Connection) async {
    let isOver = await connection.run()
    guard isOver || Task.isCancelled else { return connection.waitIdle(in: idleConnections) }
    connection.cut()
    forget(connection)
  }

  /// Returns the quota of an address and counts a new connection on it.
  private func quota(of address: AddressKey) -> TickQuota {
    let quota = quotas[address] ?? TickQuota(on: loop)
    quotas[address] = quota
    quota.connectionCount += 1
    return quota
  }

  private func forget(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    let address = connection.client.key
    environment.connectionQuota.dismiss(address)
    if let quota = quotas[address] {
      quota.connectionCount -= 1
      if quota.connectionCount == 0 { quotas[address] = nil }
    }
    connectionEnded()
  }

  private func connectionEnded() {
    environment.connectionQuota.semaphore.signal()
    openCount -= 1
    endIfDrained()
  }
}

extension ClientAddress {
  /// Makes the address of a client from its socket's address, without the port.
  init(_ address: SocketAddress) {
    let key =
      switch address.host {
      case .v4(let bits): AddressKey(ipv4: .init { UInt8(bits >> (24 - 8 * $0) & 0xFF) })
      case .v6(let bits, _): AddressKey(ipv6: .init { UInt8(bits.value >> (120 - 8 * $0) & 0xFF) })
      }
    self.init(address.hostText, key: key)
  }
}
