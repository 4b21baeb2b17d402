import HTTP
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionRequestMemoryTests {
  @Test func refusesRequestsBeyondTheQuotaOfTheirAddress() async throws {
    let limits = ServerLimits.with {
      $0.request.bodyBytesMax = 64 * 1024
      $0.requestMemoryMax = 1 << 20
    }
    let gate = Gate()
    let large = (0..<20).map { ("x-field-\($0)", String(repeating: "y", count: 1000)) }
    try await TestServer.serving(limits: limits) { _, _ in
      await gate.wait()
      return Response(.ok, body: .bytes([1]))
    } _: { server in
      try await server.withHTTP2Client { client in
        let admitted = (0..<2).map { _ in client.peer.request("GET", "/", large) }
        try await client.send()
        try await eventually { gate.waitedCount == 2 }
        #expect(server.heldRequestBytes > HTTP2Connection.includedRequestBytes)
        let refused = try await client.call("GET", "/", large)
        #expect(refused.status == nil)
        #expect(refused.closeCode == HTTP2ErrorCode.refusedStream.rawValue)
        gate.open()
        for stream in admitted { #expect(try await client.response(to: stream).status == 200) }
        try await eventually { server.heldRequestBytes == 0 }
        #expect(try await client.call("GET", "/", large).status == 200)
      }
    }
  }
}
