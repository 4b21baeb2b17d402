import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct IdleConnectionTests {
  /// Limits under which idle connections end their tasks at once.
  private static let limits = ServerLimits.with {
    $0.taskIdleTimeout = .zero
    $0.idleTimeout = .seconds(60)
    $0.shutdownTimeout = .seconds(60)
  }

  @Test func resumesAgainAndAgainAndCountsRequestsOn() async throws {
    try await TestServer.serving(limits: Self.limits, loopCount: 2) { server in
      try await server.withClient { client in
        for number in 0..<20 {
          try await eventually { await server.server.idleConnectionCount == 1 }
          try await client.send(get("/\(number)"))
          #expect(try await client.response()?.text == "/\(number)")
        }
        client.close()
      }
      try await server.hasConnections(0)
      #expect(await server.server.idleConnectionCount == 0)
      try await eventually { Set(server.events.accessRecords.map(\.requestID)).count == 20 }
    }
  }

  @Test func reassemblesARequestAfterAPause() async throws {
    try await TestServer.servingClient(limits: Self.limits) { server, client in
      try await eventually { await server.server.idleConnectionCount == 1 }
      let request = Array(get("/a").utf8)
      try await client.send(Array(request[..<5]))
      try await eventually { await server.server.idleConnectionCount == 0 }
      try await client.send(Array(request[5...]))
      #expect(try await client.response()?.text == "/a")
      client.close()
    }
  }

  @Test func endsWhenTheClientEndsOrCutsTheConnection() async throws {
    try await TestServer.serving(limits: Self.limits) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let secure = try await clients.secure(socket)
        let other = try await clients.connect()
        try await eventually { await server.server.idleConnectionCount == 2 }
        // Without close_notify, and with it.
        socket.close()
        other.close()
        secure.close()
      }
      try await server.hasConnections(0)
    }
  }

  @Test func endsWhenTheServerStopsOrIsCancelled() async throws {
    for isStopped in [true, false] {
      let server = try await TestServer(
        limits: Self.limits, loopCount: 2, handler: plainApp)
      try await server.withClients { clients in
        var open: [TestClient] = []
        for _ in 0..<20 { open.append(try await clients.connect()) }
        try await eventually { await server.server.idleConnectionCount == 20 }
        if isStopped { server.beginStopping() } else { await server.cancel() }
        for client in open {
          if isStopped { #expect(try await client.isAtEnd()) }
          client.close()
        }
      }
      await server.stop()
      #expect(server.server.connectionCount == 0)
    }
  }
}
