import HTTP
import TestSupport
import Testing

@testable import WebServer

@Suite(
  "HTTP/2 on a connection: heads of requests in work (needs a socket)", .timeLimit(.minutes(2)))
struct HTTP2ConnectionHeadsTests {
  @Test("requests whose heads do not fit beside those in work are refused, and are taken later")
  func heads() async throws {
    var limits = ServerLimits()
    limits.http2.headBytesHeldMax = limits.request.headBytesMax
    let gate = Gate()
    let large = (0..<20).map { ("x-field-\($0)", String(repeating: "y", count: 1000)) }
    try await TestServer.serving(limits: limits) { _, _ in
      await gate.wait()
      return Response(.ok, body: .bytes([1]))
    } _: { server in
      try await server.withHTTP2Client { client in
        let first = client.peer.request("GET", "/", large)
        try await client.send()
        #expect(await eventually { gate.waitedCount == 1 })
        let second = try await client.call("GET", "/", large)
        #expect(second.status == nil)
        #expect(second.closeCode == HTTP2ErrorCode.refusedStream.rawValue)
        gate.open()
        #expect(try await client.answer(to: first).status == 200)
        #expect(try await client.call("GET", "/", large).status == 200)
      }
    }
  }
}
