import HTTP
import Synchronization
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionTests {
  @Test func servesManyRequestsAtOnceWithTheAppOfHTTP1() async throws {
    try await TestServer.serving(handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        let ids = (0..<100).map {
          client.peer.request("POST", "/\($0)", body: Array("content \($0)".utf8))
        }
        try await client.read { peer in ids.allSatisfy { peer.responses[$0]?.closeCode != nil } }
        for (number, id) in ids.enumerated() {
          #expect(client.peer.responses[id]?.text == "POST /\(number) content \(number)")
        }
      }
      try await server.withClient { client in
        try await client.send(post("/1", "content 1"))
        #expect(try await client.response()?.text == "POST /1 content 1")
      }
      try await eventually { server.events.accessRecords.count == 101 }
      let records = server.events.accessRecords
      #expect(records.filter { $0.version == "HTTP/2" }.count == 100)
      #expect(Set(records.map(\.requestID)).count == 101)
      #expect(records.allSatisfy { $0.status == 200 && $0.isComplete && $0.responseBytes > 0 })
    }
  }

  @Test(.needs(.time)) func transfersBodiesLargerThanAllWindowsBothWays() async throws {
    let sent = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try await TestServer.serving { _, request in
      let body = (try? await request.body.collect(atMost: 8 << 20)) ?? []
      return Response(.ok, body: .bytes(body))
    } _: { server in
      try await server.withHTTP2Client { client in
        let response = try await client.call("POST", "/", body: sent)
        #expect(response.body == sent)
      }
    }
  }

  @Test func cancelsOnlyTheHandlerOfAResetRequest() async throws {
    let cancelled = Atomic(0)
    let gate = Gate()
    try await TestServer.serving { loop, request in
      guard request.path == "/slow" else { return Response(.ok, body: .bytes([1])) }
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        cancelled.add(1, ordering: .relaxed)
        gate.open()
      }
      return Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        let slow = client.peer.request("GET", "/slow")
        try await client.send()
        #expect(try await client.call("GET", "/").status == 200)
        client.peer.reset(slow)
        #expect(try await client.call("GET", "/").status == 200)
        try await eventually { cancelled.load(ordering: .relaxed) == 1 }
      }
      try await eventually { server.events.accessRecords.count == 3 }
      #expect(server.events.accessRecords.filter { !$0.isComplete }.map(\.path) == ["/slow"])
    }
  }

  @Test func countsHandlersOfResetStreamsAgainstTheLimit() async throws {
    let gate = Gate()
    let limits = ServerLimits.with { $0.http2.streamsMax = 4 }
    try await TestServer.serving(limits: limits) { _, _ in
      await gate.wait()
      return Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        let first = (0..<4).map { _ in client.peer.request() }
        try await client.send()
        try await eventually { gate.waitedCount == 4 }
        for id in first { client.peer.reset(id) }
        try await client.send()
        let more = client.peer.request()
        #expect(
          try await client.response(to: more).closeCode == HTTP2ErrorCode.refusedStream.rawValue)
        #expect(gate.waitedCount == 4)
        gate.open()
        try await eventually { server.events.accessRecords.count == 4 }
        #expect(try await client.call("GET", "/").status == 200)
      }
    }
  }

  @Test func respondsToAnInvalidHeadAndRecordsIt() async throws {
    try await TestServer.serving { server in
      try await server.withHTTP2Client { client in
        let path = "/" + String(repeating: "a", count: 9000)
        #expect(try await client.call("GET", path).status == 414)
        let response = try await client.call("GET", "/ok")
        #expect(response.status == 200 && response.text == "/ok")
      }
      let record = try #require(server.events.accessRecords.first)
      #expect(record.status == 414 && record.method == "-" && record.version == "HTTP/2")
    }
  }

  @Test func endsAndReportsAFloodingConnection() async throws {
    try await TestServer.serving { server in
      try await server.withHTTP2Client { client in
        let ping = RawFrame.frame(6, [UInt8](repeating: 0, count: 8))
        let pings = Array(repeatElement(ping, count: 3000).joined())
        let response = try await client.rest(after: RawFrame.preface + pings)
        #expect(RawFrame.goAwayCode(in: response) == HTTP2ErrorCode.enhanceYourCalm.rawValue)
      }
      // The client sees the end of its connection before the server's task ends.
      try await eventually { !server.events.floods.isEmpty }
      #expect(server.events.floods == ["too many frames without useful data"])
    }
  }
}
