import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

/// Tests a claim of the threat model: connections that only wait do not affect others.
struct WaitingClientsTests {
  private static let clientCount = 100

  @Test func servesOthersBesideSlowAndSilentClients() async throws {
    let limits = ServerLimits.with {
      $0.handshakeTimeout = .seconds(60)
      $0.headTimeout = .seconds(33)
    }
    try await TestServer.serving(limits: limits, loopCount: 2, clock: VirtualClock()) { server in
      try await server.withClients { clients in
        var (silent, slow): ([SocketStream], [TestClient]) = ([], [])
        for _ in 0..<Self.clientCount { silent.append(try await clients.connectSocket()) }
        for _ in 0..<Self.clientCount {
          slow.append(try await clients.connect())
          try await slow.last?.send("GET / HTTP/1.1\r\n")
        }
        let other = try await clients.connect()
        for number in 0..<100 {
          try await other.send(get("/\(number)"))
          #expect(try await other.response()?.text == "/\(number)")
        }
        other.close()
        try await server.hasConnections(2 * Self.clientCount)
        try await server.letPass(limits.headTimeout)
        for client in slow {
          #expect(try await client.response()?.status == 408)
          client.close()
        }
        for socket in silent { socket.close() }
      }
      try await server.hasConnections(0)
      #expect(server.events.accessRecords.count { $0.status == 408 } == Self.clientCount)
    }
  }
}
