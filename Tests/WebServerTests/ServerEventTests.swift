import Sockets
import TestSupport
import Testing

@testable import WebServer

@Suite("Server events (need a socket)")
struct ServerEventTests {
  @Test("they come on the loop where they happen, in their order, and hold no content")
  func order() async throws {
    var limits = ServerLimits()
    limits.connectionsPerAddressMax = 1
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        try await client.send(post("/path?query", "content", fields: "X-Field: field\r\n"))
        _ = try await client.response()
        await #expect(throws: StreamError.self) { _ = try await clients.connect() }
        client.close()
        #expect(await server.hasConnections(0))
        let stranger = try await clients.connectSocket()
        try await stranger.write(Array("stranger content\r\n".utf8)[...], until: .never)
        #expect(await eventually { server.events.all.count == 3 })
        stranger.close()
      }
      let told = server.events.all.map { "\($0)" }
      #expect(told.count == 3)
      #expect(told[0].hasPrefix("exchange(") && told[0].contains("/path"))
      #expect(told[1] == "addressRefused(remoteAddress: \"127.0.0.1\")")
      #expect(told[2].hasPrefix("handshakeFailed(remoteAddress: \"127.0.0.1\""))
      for secret in ["content", "query", "field"] {
        #expect(!told.contains { $0.contains(secret) })
      }
    }
  }
}
