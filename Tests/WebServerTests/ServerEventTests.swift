import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct ServerEventTests {
  @Test func reportsEventsInOrderWithoutBodies() async throws {
    let limits = ServerLimits.with { $0.connectionsPerAddressMax = 1 }
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        try await client.send(post("/path?query", "content", fields: "X-Field: field\r\n"))
        _ = try await client.response()
        await #expect(throws: StreamError.self) { _ = try await clients.connect() }
        client.close()
        try await server.hasConnections(0)
        let stranger = try await clients.connectSocket()
        try await stranger.write(Array("stranger content\r\n".utf8)[...], until: .never)
        try await eventually { server.events.all.count == 4 }
        stranger.close()
      }
      let descriptions = server.events.all.map { "\($0)" }
      #expect(descriptions.count == 4)
      #expect(
        descriptions[0] == "handshakeCompleted(version: \"TLSv1.3\", isResumed: false)")
      #expect(descriptions[1].hasPrefix("responded(") && descriptions[1].contains("/path"))
      #expect(descriptions[2] == "addressRefused(remoteAddress: \"127.0.0.1\")")
      #expect(descriptions[3].hasPrefix("handshakeFailed(remoteAddress: \"127.0.0.1\""))
      for secret in ["content", "query", "field"] {
        #expect(!descriptions.contains { $0.contains(secret) })
      }
    }
  }
}
