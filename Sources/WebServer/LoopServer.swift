internal import HTTP
internal import Sockets
private import TLS

/// The part of a server that lives on one loop: its listeners and its connections.
///
/// All of it is touched on the loop's thread alone, which is what makes it Sendable.
final class LoopServer: @unchecked Sendable {
  /// How long accepting pauses when no descriptor is left.
  private static let acceptPause = Duration.milliseconds(100)
  /// Connections accepted in a row before those that are open get their turn.
  private static let acceptsPerTurnMax = 64

  let loop: EventLoop
  /// Its number among the server's loops.
  private let number: Int
  let addresses: [SocketAddress]

  private let environment: HTTPServer.Environment
  private let handler: Handler
  private let listeners: [Listener]
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// The idle ones of them.
  private let parked: ParkingLot<Connection>
  private var isPaused = false
  private var isStopping = false

  init(
    listeningOn wanted: [SocketAddress], loop: EventLoop, number: Int,
    environment: HTTPServer.Environment, handler: @escaping Handler
  ) throws(SocketError) {
    self.loop = loop
    self.number = number
    self.environment = environment
    self.handler = handler
    parked = ParkingLot(on: loop)
    var listeners: [Listener] = []
    for address in wanted { listeners.append(try Listener(on: address, loop: loop)) }
    self.listeners = listeners
    addresses = listeners.map(\.address)
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
    var acceptsThisTurn = 0
    await withDiscardingTaskGroup { group in
      while await environment.permits.take() {
        do throws(SocketError) {
          if let stream = try listener.acceptNow() {
            group.addTask(executorPreference: loop) { await self.serve(stream) }
            acceptsThisTurn += 1
            if acceptsThisTurn % Self.acceptsPerTurnMax == 0 { await Task.yield() }
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
    let address = stream.peer.hostText
    guard let number = environment.permits.admit(address) else {
      environment.permits.release()
      environment.observe(.addressRefused(remoteAddress: address))
      return stream.close()
    }
    let connection = Connection(
      stream,
      context: Connection.Context(
        remoteAddress: address, number: number, loopNumber: self.number,
        environment: environment, handler: handler))
    connections[ObjectIdentifier(connection)] = connection
    await serve(connection)
  }

  private func serve(_ connection: Connection) async {
    let isOver = await connection.run()
    guard isOver || Task.isCancelled else { return connection.park(in: parked) }
    connection.cut()
    forget(connection)
  }

  /// Gives back what an ended connection held.
  private func forget(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    environment.permits.dismiss(connection.remoteAddress)
    environment.permits.release()
  }
}
