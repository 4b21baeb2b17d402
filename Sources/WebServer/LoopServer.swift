internal import HTTP
internal import Sockets
private import TLS

/// The part of a server that lives on one loop: its listeners and its connections.
///
/// All of it is touched on the loop's thread alone, which is what makes it Sendable.
final class LoopServer: @unchecked Sendable {
  /// How long accepting pauses when no descriptor is left.
  private static let acceptPause = Duration.milliseconds(100)
  /// Connections accepted from one listener in one tick of the loop.
  private static let acceptsPerTickMax = 64

  let loop: EventLoop
  /// Its number among the server's loops.
  private let number: Int

  private let environment: HTTPServer.Environment
  private let handler: Handler
  private let listeners: [Listener]
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// What each address with a connection here may use of a tick.
  private var quotas: [AddressKey: TickQuota] = [:]
  /// Connections from proxies whose clients are not known yet.
  private var beginning: [ObjectIdentifier: SocketStream] = [:]
  /// The idle ones of them.
  private let parked: ParkingLot<Connection>
  private var isPaused = false
  private var isStopping = false

  init(
    listeningOn ports: BoundPorts, loop: EventLoop, number: Int,
    environment: HTTPServer.Environment, handler: @escaping Handler
  ) throws(SocketError) {
    self.loop = loop
    self.number = number
    self.environment = environment
    self.handler = handler
    parked = ParkingLot(on: loop)
    listeners = try ports.listen(on: loop)
  }

  /// Serves until `stop` is called and the last connection has ended.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask(executorPreference: loop) { await self.serveWoken() }
      for index in listeners.indices {
        group.addTask(executorPreference: loop) { await self.accept(on: index) }
      }
    }
  }

  /// How many connections stand idle, without a task.
  var parkedCount: Int { parked.count }

  /// Gives each idle connection that goes on a task again, until the server has stopped.
  private func serveWoken() async {
    await withDiscardingTaskGroup { group in
      while let connection = await parked.next() {
        group.addTask(executorPreference: loop) { await self.serve(connection) }
      }
    }
    // Some are left only where the server was given up without its stop.
    for connection in parked.removeAll() {
      connection.cut()
      forget(connection)
    }
  }

  /// Stops accepting, asks every connection to end after its present request, and cuts those that
  /// are left at the deadline.
  func stop(until deadline: Deadline) async {
    isStopping = true
    for listener in listeners { listener.close() }
    for stream in beginning.values { stream.close() }
    for connection in connections.values { connection.drain() }
    // Those of HTTP/2 have a last word to say, for which they need a task.
    parked.wakeAll()
    parked.close()
    guard (try? await loop.sleep(until: deadline)) != nil else { return }
    for connection in connections.values { connection.cut() }
  }

  /// Takes connections from one listener, each into a task of its own, until it is closed.
  private func accept(on index: Int) async {
    let listener = listeners[index]
    var acceptCount = 0
    await withDiscardingTaskGroup { group in
      while await environment.permits.take() {
        do throws(SocketError) {
          if let stream = try listener.acceptNow() {
            group.addTask(executorPreference: loop) { await self.serve(stream) }
            acceptCount += 1
            if acceptCount % Self.acceptsPerTickMax == 0 { try? await loop.nextTurn() }
            continue
          }
          isPaused = false
        } catch {
          environment.permits.release()
          await pause(error)
          continue
        }
        environment.permits.release()
        guard (try? await listener.waitForConnection()) != nil else { return }
      }
    }
  }

  /// Without a descriptor nothing can be accepted; the connection waits in the kernel's queue
  /// while the others are served, whose ends give descriptors back.
  private func pause(_ error: SocketError) async {
    if !isPaused { environment.observe(.acceptPaused(reason: error.description)) }
    isPaused = true
    try? await loop.sleep(until: .after(Self.acceptPause))
  }

  private func serve(_ stream: SocketStream) async {
    // Accepted in the same turn in which the server was stopped: nobody has told it to drain.
    guard !isStopping else {
      environment.permits.release()
      return stream.close()
    }
    let deadline = Deadline.after(environment.limits.handshakeTimeout)
    guard let beginning = await begin(stream, until: deadline), !isStopping else {
      environment.permits.release()
      return stream.close()
    }
    let client = ClientAddress(beginning.client)
    guard let number = environment.permits.admit(client.key) else {
      environment.permits.release()
      environment.observe(.addressRefused(remoteAddress: client.text))
      return stream.close()
    }
    let connection = Connection(
      stream,
      context: Connection.Context(
        client: client, number: number, loopNumber: self.number,
        environment: environment, handler: handler, quota: quota(of: client.key)),
      received: beginning.received, handshakeDeadline: deadline)
    connections[ObjectIdentifier(connection)] = connection
    await serve(connection)
  }

  /// The client of a connection, which a proxy names in its first bytes; nil when it is over.
  private func begin(
    _ stream: SocketStream, until deadline: Deadline
  ) async -> ProxiedConnection? {
    guard environment.proxies.contains(where: { $0.contains(stream.peer) }) else {
      return ProxiedConnection(client: stream.peer, received: [])
    }
    let id = ObjectIdentifier(stream)
    beginning[id] = stream
    defer { beginning[id] = nil }
    do throws(ProxyHeaderError) {
      return try await ProxiedConnection.begin(stream, until: deadline)
    } catch {
      environment.observe(
        .proxyHeaderRefused(remoteAddress: stream.peer.hostText, reason: error.description))
      return nil
    }
  }

  private func serve(_ connection: Connection) async {
    let isOver = await connection.run()
    guard isOver || Task.isCancelled else { return connection.park(in: parked) }
    connection.cut()
    forget(connection)
  }

  /// The quota that a new connection shares with those of its address.
  private func quota(of address: AddressKey) -> TickQuota {
    let quota = quotas[address] ?? TickQuota(on: loop)
    quotas[address] = quota
    quota.connectionCount += 1
    return quota
  }

  /// Gives back what an ended connection held.
  private func forget(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    let address = connection.client.key
    environment.permits.dismiss(address)
    if let quota = quotas[address] {
      quota.connectionCount -= 1
      if quota.connectionCount == 0 { quotas[address] = nil }
    }
    environment.permits.release()
  }
}
