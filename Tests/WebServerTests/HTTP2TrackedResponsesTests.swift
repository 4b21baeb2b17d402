import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct HTTP2TrackedResponsesTests {
  private let record = ResponseRecord()

  private static func app(
    _ record: ResponseRecord, _ gate: Gate? = nil, bytes: Int = 6
  ) -> TestServer.App {
    { _, request in
      _ = try? await request.body.collect(atMost: 1 << 20)
      if request.path == "/slow" { await gate?.wait() }
      return Response(
        .ok, body: .bytes([UInt8](repeating: 7, count: bytes)), tracking: record.track())
    }
  }

  @Test func acknowledgesResponsesThatTheClientHasRead() async throws {
    @Sendable func areAcknowledged(_ count: Int) -> Bool {
      record.acknowledgements == Array(repeating: .complete, count: count)
    }
    try await TestServer.serving(handler: Self.app(record)) { server in
      try await server.withHTTP2Client { client in
        for number in 1...10 {
          #expect(try await client.call("POST", "/", body: [1]).status == 200)
          try await eventually { areAcknowledged(number) }
        }
        let ids = (0..<100).map { _ in client.peer.request("POST", "/", body: [1]) }
        try await client.read { peer in ids.allSatisfy { peer.responses[$0]?.closeCode != nil } }
        try await eventually { areAcknowledged(110) }
      }
      try await server.hasConnections(0)
      #expect(areAcknowledged(110))
    }
    #expect(record.refused == [])
  }

  @Test func reportsALargeResponseAsSentOnlyAtItsEnd() async throws {
    try await TestServer.serving(handler: Self.app(record, bytes: 1 << 20)) { server in
      try await server.withHTTP2Client(opensWindows: false) { client in
        let id = client.peer.request()
        try await client.read { $0.responses[id]?.body.count == 65_535 }
        #expect(record.sent == [])
        client.peer.consume(65_535, of: id)
        while client.peer.responses[id]?.closeCode == nil {
          let before = client.peer.responses[id]?.body.count ?? 0
          _ = try await client.read()
          client.peer.consume((client.peer.responses[id]?.body.count ?? 0) - before, of: id)
        }
        try await eventually { record.acknowledgements == [.complete] }
      }
    }
  }

  /// The ways in which a client leaves.
  enum Way: CaseIterable { case reset, orderly, cut }

  @Test(arguments: Way.allCases)
  func doesNotAcknowledgeAResponseToAClientThatLeft(way: Way) async throws {
    let (record, gate) = (ResponseRecord(), Gate())
    try await TestServer.serving(handler: Self.app(record, gate)) { server in
      try await server.withHTTP2Client { client in
        let id = client.peer.request("POST", "/slow", body: [1])
        try await client.send()
        try await eventually { gate.waitedCount == 1 }
        switch way {
        case .orderly: client.stream.close()
        case .cut: client.socket.close()
        case .reset:
          client.peer.reset(id)
          #expect(try await client.call("POST", "/", body: [1]).status == 200)
          try await eventually { record.acknowledgements == [.complete] }
        }
      }
      gate.open()
      try await server.hasConnections(0)
      #expect(record.acknowledgements == (way == .reset ? [.complete] : []))
    }
  }

  @Test func reportsAResponseAsRefusedWhenItsStreamIsReset() async throws {
    try await TestServer.serving(handler: Self.app(record)) { server in
      try await server.withHTTP2Client { client in
        let count = HTTP2TrackedResponses.refusableMax + 2
        var ids: [Int32] = []
        for _ in 0..<count {
          ids.append(client.peer.request("POST", "/", body: [1]))
          try await client.read { $0.responses[ids.last ?? 0]?.closeCode != nil }
        }
        // The client has closed these streams; the server may not have handled their end yet.
        for id in ids {
          let reset: [UInt8] = [0, 0, 4, 3, 0, 0, 0, 0, UInt8(id), 0, 0, 0, 8]
          try await client.stream.write(reset[...], until: .after(hangTimeout))
        }
        #expect(try await client.call("GET", "/").status == 200)
        #expect(record.refused == Array((3...UInt64(count))), "only the newest, each once")
      }
    }
  }

  @Test func doesNotAcknowledgeAResponseThatIsNeverRead() async throws {
    try await TestServer.serving(handler: Self.app(record, bytes: 64 << 20)) { server in
      // A window that takes the whole response.
      try await server.withHTTP2Client(settings: [(4, UInt32(Int32.max))]) { client in
        client.peer.request()
        try await client.send()
        _ = try await client.read()
      }
      try await server.hasConnections(0)
    }
    #expect(record.sent == [])
  }
}
