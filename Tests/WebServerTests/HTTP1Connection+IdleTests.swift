import EventLoop
import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

@Suite("Idle connections without a task (needs a socket)")
struct IdleConnectionTests {
  /// Limits under which idle connections end their tasks at once.
  private static func limits(idle: Duration = .seconds(60)) -> ServerLimits {
    var limits = ServerLimits()
    limits.taskIdleTimeout = .zero
    limits.idleTimeout = idle
    limits.shutdownTimeout = .seconds(60)
    return limits
  }

  @Test func resumesAgainAndAgainAndCountsRequestsOn() async throws {
    try await TestServer.serving(limits: Self.limits(), loopCount: 2) { server in
      try await server.withClient { client in
        for number in 0..<20 {
          #expect(await eventually { await server.server.idleConnectionCount == 1 })
          try await client.send(get("/\(number)"))
          #expect(try await client.response()?.text == "/\(number)")
        }
        client.close()
      }
      #expect(await server.hasConnections(0))
      #expect(await server.server.idleConnectionCount == 0)
      #expect(await eventually { Set(server.events.accessRecords.map(\.requestID)).count == 20 })
    }
  }

  @Test func reassemblesARequestAfterAPause() async throws {
    try await TestServer.serving(limits: Self.limits()) { server in
      try await server.withClient { client in
        #expect(await eventually { await server.server.idleConnectionCount == 1 })
        let request = Array(get("/a").utf8)
        try await client.send(Array(request[..<5]))
        #expect(await eventually { await server.server.idleConnectionCount == 0 })
        try await client.send(Array(request[5...]))
        #expect(try await client.response()?.text == "/a")
        client.close()
      }
    }
  }

  @Test func closesAtTheIdleTimeout() async throws {
    try await TestServer.serving(limits: Self.limits(idle: .milliseconds(100))) { server in
      try await server.withClient { client in
        let isAtEnd = try await client.isAtEnd()
        #expect(isAtEnd)
        client.close()
      }
      #expect(await server.hasConnections(0))
      #expect(server.events.accessRecords.isEmpty)
    }
  }

  @Test func endsWhenTheClientEndsOrCutsTheConnection() async throws {
    try await TestServer.serving(limits: Self.limits()) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let secure = try await clients.secure(socket)
        let other = try await clients.connect()
        #expect(await eventually { await server.server.idleConnectionCount == 2 })
        // Without close_notify, and with it.
        socket.close()
        other.close()
        secure.close()
      }
      #expect(await server.hasConnections(0))
    }
  }

  @Test func endsWhenTheServerStopsOrIsCancelled() async throws {
    for isStopped in [true, false] {
      let server = try await TestServer(
        limits: Self.limits(), loopCount: 2, handler: plainApp)
      let began = Deadline.now
      try await server.withClients { clients in
        var open: [TestClient] = []
        for _ in 0..<20 { open.append(try await clients.connect()) }
        #expect(await eventually { await server.server.idleConnectionCount == 20 })
        if isStopped { server.beginStopping() } else { await server.cancel() }
        for client in open {
          if isStopped { #expect(try await client.isAtEnd()) }
          client.close()
        }
      }
      await server.stop()
      #expect(server.server.connectionCount == 0)
      #expect(Deadline.now.duration(since: began) < .seconds(30))
    }
  }
}
