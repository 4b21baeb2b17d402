import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTPServerStoppingTests {
  private static func limits(shutdown: Duration) -> ServerLimits {
    var limits = ServerLimits()
    limits.shutdownTimeout = shutdown
    return limits
  }

  /// Expects a response after which the server closes.
  private static func expectLast(_ text: String, on client: TestClient) async throws {
    let response = try #require(try await client.response())
    #expect(response.text == text)
    #expect(response.head.contains("\r\nConnection: close\r\n"))
  }

  @Test func closesIdleConnectionsSoonOnEveryLoop() async throws {
    let server = try await TestServer(
      limits: Self.limits(shutdown: .seconds(60)), loopCount: 2, handler: plainApp)
    try await server.withClients { clients in
      var open: [TestClient] = []
      for number in 0..<20 {
        let client = try await clients.connect()
        if number % 2 == 0 {
          try await client.send(get("/\(number)"))
          _ = try await client.response()
        }
        open.append(client)
      }
      try await server.hasConnections(20)
      server.beginStopping()
      for client in open {
        #expect(try await client.isAtEnd())
        client.close()
      }
    }
    await server.stop()
    try await eventually { server.events.accessRecords.count == 10 }
    #expect(server.events.handshakeFailures.isEmpty)
  }

  /// The limits of a server that waits for requests that are on their way as long as it may.
  private static var patient: ServerLimits {
    var limits = limits(shutdown: .seconds(60))
    limits.drainTimeout = .seconds(60)
    return limits
  }

  @Test func respondsToTheNextRequestOfIdleConnections() async throws {
    let server = try await TestServer(limits: Self.patient, loopCount: 2, handler: plainApp)
    try await server.withClients { clients in
      var open: [TestClient] = []
      for number in 0..<4 {
        let client = try await clients.connect()
        try await client.send(get("/\(number)"))
        #expect(try await client.response()?.text == "/\(number)")
        open.append(client)
      }
      // Two of them have been idle for so long that they have no task.
      try await eventually { await server.server.idleConnectionCount >= 2 }
      server.beginStopping()
      try await eventually { await clients.isRefused() }
      for client in open {
        try await client.send(get("/last"))
        try await Self.expectLast("/last", on: client)
        #expect(try await client.isAtEnd())
        client.close()
      }
    }
    // It ends with its last connection, and does not wait for the rest of the time.
    await server.stop()
  }

  @Test func respondsOnConnectionsThatWereInTheirHandshake() async throws {
    let server = try await TestServer(limits: Self.patient, handler: plainApp)
    try await server.withClients { clients in
      let socket = try await clients.connectSocket()
      try await server.hasConnections(1)
      server.beginStopping()
      try await eventually { await clients.isRefused() }
      let client = try await clients.secure(socket)
      try await client.send(get("/first"))
      try await Self.expectLast("/first", on: client)
      client.close()
    }
    await server.stop()
  }

  @Test func completesARequestInProgressAndAcceptsNoMore() async throws {
    let gate = Gate()
    let server = try await TestServer(limits: Self.limits(shutdown: .seconds(60))) { _, request in
      await gate.wait()
      return Response(.ok, body: .bytes(Array(request.path.utf8)))
    }
    try await server.withClients { clients in
      let client = try await clients.connect()
      try await client.send(get("/slow") + get("/never"))
      try await eventually { gate.waitedCount == 1 }
      server.beginStopping()
      try await eventually { await clients.isRefused() }
      gate.open()
      try await Self.expectLast("/slow", on: client)
      #expect(try await client.isAtEnd())
      client.close()
    }
    await server.stop()
    try await eventually { server.events.accessRecords.map(\.path) == ["/slow"] }
  }

  @Test func respondsToARequestWhoseHeadHasBegun() async throws {
    let server = try await TestServer(
      limits: Self.limits(shutdown: .seconds(60)), handler: plainApp)
    try await server.withClients { clients in
      let idle = try await clients.connect()
      let client = try await clients.connect()
      try await client.send(get("/first"))
      _ = try await client.response()
      try await client.send("GET /second HTTP/1.1\r\n")
      // The server reads a later request on another connection later, so it has read the half head.
      let other = try await clients.connect()
      try await other.send(get("/other"))
      _ = try await other.response()
      server.beginStopping()
      #expect(try await idle.isAtEnd())
      try await client.send("Host: localhost\r\n\r\n")
      try await Self.expectLast("/second", on: client)
      #expect(try await client.isAtEnd())
      for client in [idle, client, other] { client.close() }
    }
    await server.stop()
  }

  @Test(arguments: [false, true])
  func respondsToARequestThatIsNotReadYet(onAConnectionWithoutATask isIdle: Bool) async throws {
    let (isReached, isReleased) = (Gate(), Gate())
    var limits = Self.limits(shutdown: .seconds(60))
    limits.drainTimeout = .zero
    let server = try await TestServer(limits: limits) { _, request in
      if request.path == "/blocks" {
        // The loop's thread does nothing else, so that further input stays in the kernel.
        isReached.open()
        isReleased.block()
      }
      return Response(.ok, body: .bytes(Array(request.path.utf8)))
    }
    try await server.withClients { clients in
      let (first, second) = (try await clients.connect(), try await clients.connect())
      try await second.send(get("/before"))
      #expect(try await second.response()?.text == "/before")
      if isIdle { try await eventually { await server.server.idleConnectionCount == 2 } }
      try await first.send(get("/blocks"))
      await isReached.wait()
      try await second.send(get("/unread"))
      server.beginStopping()
      let quota = server.server.environment.connectionQuota.semaphore
      try await eventually {
        guard await quota.wait() else { return true }
        quota.signal()
        return false
      }
      isReleased.open()
      let response = try #require(try await second.response())
      #expect(response.text == "/unread")
      #expect(try await first.response()?.text == "/blocks")
      first.close()
      second.close()
    }
    await server.stop()
  }

  @Test func closesConnectionsDuringTheirHandshakeSoon() async throws {
    let server = try await TestServer(
      limits: Self.limits(shutdown: .seconds(60)), loopCount: 2, handler: plainApp)
    try await server.withClients { clients in
      var sockets: [SocketStream] = []
      for number in 0..<20 {
        let socket = try await clients.connectSocket()
        // The beginning of a ClientHello.
        if number % 2 == 0 { try await socket.write([22, 3, 1, 2, 0, 1], until: .never) }
        sockets.append(socket)
      }
      try await server.hasConnections(20)
      server.beginStopping()
      for socket in sockets {
        var bytes: [UInt8] = []
        #expect(
          (try? await socket.read(into: &bytes, atMost: 1, until: .after(hangTimeout))) != 1)
        socket.close()
      }
    }
    await server.stop()
    #expect(server.events.all.isEmpty)
  }

  @Test func cutsConnectionsAndCancelsHandlersAtTheDeadline() async throws {
    var limits = Self.limits(shutdown: .seconds(33))
    limits.drainTimeout = .seconds(4)
    let (timeout, drainTimeout) = (limits.shutdownTimeout, limits.drainTimeout)
    let cancelled = Gate()
    let server = try await TestServer(
      limits: limits, clock: VirtualClock()
    ) { loop, request in
      do {
        try await loop.sleep(until: .never)
      } catch {
        cancelled.open()
      }
      return Response(.ok)
    }
    try await server.withClients { clients in
      let client = try await clients.connect()
      try await client.send(get("/for-ever"))
      let half = try await clients.connect()
      try await half.send("GET /half")
      try await server.hasConnections(2)
      server.beginStopping()
      try await server.letPass(drainTimeout)
      try await server.letPass(timeout - drainTimeout)
      // Not an orderly end: there is no response.
      await #expect(throws: StreamError.self) { _ = try await client.rest() }
      client.close()
      half.close()
    }
    await server.stop()
    #expect(cancelled.isOpen)
    #expect(server.server.connectionCount == 0)
  }

  @Test func endsAllAtOnceWhenCancelled() async throws {
    let gate = Gate()
    let server = try await TestServer(
      limits: Self.limits(shutdown: .seconds(60)), loopCount: 2
    ) { loop, _ in
      gate.open()
      try? await loop.sleep(until: .never)
      return Response(.ok)
    }
    try await server.withClients { clients in
      let client = try await clients.connect()
      try await client.send(get("/for-ever"))
      await gate.wait()
      let silent = try await clients.connectSocket()
      await server.cancel()
      await #expect(throws: StreamError.self) { _ = try await client.rest() }
      silent.close()
      client.close()
    }
    #expect(server.server.connectionCount == 0)
    await server.stop()
  }

  @Test(.needs(.time), arguments: 0..<10)
  func stopsAtAnyTimeDuringABurstOfConnections(_ round: Int) async throws {
    let server = try await TestServer(
      limits: Self.limits(shutdown: .seconds(60)), loopCount: 2, handler: plainApp)
    try await server.withClients { clients in
      var sockets: [SocketStream] = []
      for number in 0..<50 {
        if number == round * 5 { server.beginStopping() }
        guard let socket = try? await clients.connectSocket() else { break }
        sockets.append(socket)
      }
      server.beginStopping()
      await server.stop()
      for socket in sockets { socket.close() }
    }
    #expect(server.server.connectionCount == 0)
  }
}
