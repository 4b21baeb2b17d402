import HTTP
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct IdleHTTP2ConnectionTests {
  /// Limits under which idle connections end their tasks at once.
  private static let limits = ServerLimits.with {
    $0.taskIdleTimeout = .zero
    $0.idleTimeout = .seconds(60)
  }

  @Test func resumesWithItsHeaderCompressionAndCountsRequestsOn() async throws {
    try await TestServer.serving(limits: Self.limits, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        for number in 0..<20 {
          // From the second request on, the peer sends this field as an index into the dynamic
          // table.
          let response = try await client.call(
            "POST", "/\(number)", [("x-kept", "in the table")], body: [0x61])
          #expect(response.text == "POST /\(number) a")
          try await eventually { await server.server.idleConnectionCount == 1 }
        }
      }
      try await server.hasConnections(0)
      #expect(await server.server.idleConnectionCount == 0)
      try await eventually { Set(server.events.accessRecords.map(\.requestID)).count == 20 }
    }
  }

  @Test(.needs(.time)) func keepsItsTaskWhileARequestIsInProgress() async throws {
    let gate = Gate()
    try await TestServer.serving(limits: Self.limits) { _, _ in
      await gate.wait()
      return Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        let id = client.peer.request()
        try await client.send()
        try await eventually { gate.waitedCount == 1 }
        #expect(await server.server.idleConnectionCount == 0)
        gate.open()
        #expect(try await client.response(to: id).status == 200)
        try await eventually { await server.server.idleConnectionCount == 1 }
      }
    }
  }

  @Test func reassemblesAFrameAfterAPause() async throws {
    try await TestServer.serving(limits: Self.limits) { server in
      try await server.withHTTP2Client { client in
        #expect(try await client.call("GET", "/").status == 200)
        let id = client.peer.request("GET", "/a")
        let bytes = client.peer.takeOutput()
        // Too few bytes for a frame header.
        try await client.stream.write(bytes[..<4], until: .after(hangTimeout))
        try await eventually { await server.server.idleConnectionCount == 1 }
        try await client.stream.write(bytes[4...], until: .after(hangTimeout))
        #expect(try await client.response(to: id).text == "/a")
      }
    }
  }

  @Test func sendsGOAWAYWhenTheServerStops() async throws {
    for isStopped in [true, false] {
      let server = try await TestServer(limits: Self.limits, handler: plainApp)
      try await server.withHTTP2Client { client in
        let response = try await client.call("GET", "/")
        #expect(response.status == 200)
        try await eventually { await server.server.idleConnectionCount == 1 }
        if isStopped {
          server.beginStopping()
          let isAtEnd = try await client.isAtEnd()
          #expect(isAtEnd)
          #expect(client.peer.goAway?.code == 0)
        } else {
          await server.cancel()
        }
      }
      await server.stop()
      #expect(server.server.connectionCount == 0)
    }
  }
}
