import HTTP
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionBodiesTests {
  @Test(.needs(.time)) func receivesLargeBodiesOnManyStreams() async throws {
    let limits = ServerLimits.with {
      $0.request.bodyBytesMax = 300_000
      $0.http2.streamWindowBytes = 4096
      $0.http2.connectionWindowBytes = 65_535
    }
    let app: TestServer.App = { _, request in
      let count = try? await request.body.collect(atMost: 300_000).count
      return Response(.ok, body: .bytes(Array("\(count ?? 0)".utf8)))
    }
    try await TestServer.serving(limits: limits, handler: app) { server in
      try await server.withHTTP2Client { client in
        let body = [UInt8](repeating: 1, count: 120_000)
        let ids = (0..<100).map {
          client.peer.request(
            "POST", "/", $0 % 3 == 0 ? [] : [("content-length", "120000")], body: body)
        }
        try await client.read { peer in ids.allSatisfy { peer.responses[$0]?.closeCode != nil } }
        #expect(ids.allSatisfy { client.peer.responses[$0]?.text == "120000" })
      }
    }
  }
}
