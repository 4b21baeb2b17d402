import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionUnfinishedTests {
  @Test func cancelsAStalledResponseDespitePings() async throws {
    let clock = VirtualClock()
    try await TestServer.serving(clock: clock) { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: 100)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 0)]) { client in
        let ids = (0..<5).map { _ in client.peer.request() }
        try await client.read { peer in ids.allSatisfy { peer.responses[$0]?.status == 200 } }
        // A ping each second, beyond the timeout of a write and the period in which it may end.
        for number in 1...130 {
          try await clock.advance(by: .seconds(1))
          client.peer.ping()
          try await client.read { $0.pingAcknowledgements == number }
          let isOver = ids.contains { client.peer.responses[$0]?.closeCode != nil }
          #expect(!isOver || .seconds(number) >= ServerLimits().writeTimeout)
        }
        for id in ids {
          #expect(client.peer.responses[id]?.closeCode == HTTP2ErrorCode.cancel.rawValue)
        }
        #expect(client.peer.goAway == nil, "the connection stays open")
      }
    }
  }

  @Test func cancelsAStalledStreamBesideOneThatMoves() async throws {
    let clock = VirtualClock()
    try await TestServer.serving(clock: clock) { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: 20)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 10)], opensWindows: false) { client in
        let shut = client.peer.request()
        for _ in 0..<130 where client.peer.responses[shut]?.closeCode == nil {
          try await clock.advance(by: .seconds(1))
          let id = client.peer.request()
          try await client.read { $0.responses[id]?.body.count == 10 }
          client.peer.consume(10, of: id)
          try await client.read { $0.responses[id]?.closeCode != nil }
          #expect(client.peer.responses[id]?.closeCode == 0)
        }
        #expect(client.peer.responses[shut]?.closeCode == HTTP2ErrorCode.cancel.rawValue)
      }
    }
  }
}
