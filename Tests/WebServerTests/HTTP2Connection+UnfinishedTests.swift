import EventLoop
import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

@Suite(
  "HTTP/2 on a connection: responses without a window (needs a socket)", .timeLimit(.minutes(2)))
struct HTTP2ConnectionUnfinishedTests {
  @Test func cancelsAStalledResponseDespitePings() async throws {
    var limits = ServerLimits()
    limits.writeTimeout = .milliseconds(500)
    try await TestServer.serving(limits: limits) { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: 100)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 0)]) { client in
        let ids = (0..<5).map { _ in client.peer.request() }
        let began = Deadline.now
        while ids.contains(where: { client.peer.responses[$0]?.closeCode == nil }) {
          // The highest rate of pings that is allowed.
          try await client.socket.loop.sleep(until: .after(.milliseconds(20)))
          client.peer.ping()
          guard try await client.read() else { break }
          #expect(Deadline.now.duration(since: began) < .seconds(60))
        }
        for id in ids {
          #expect(client.peer.responses[id]?.closeCode == HTTP2ErrorCode.cancel.rawValue)
        }
        #expect(client.peer.pingAcknowledgements > 0)
        #expect(client.peer.goAway == nil, "the connection stays open")
      }
    }
  }

  @Test func cancelsAStalledStreamBesideOneThatMoves() async throws {
    var limits = ServerLimits()
    limits.writeTimeout = .milliseconds(500)
    try await TestServer.serving(limits: limits) { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: 20)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 10)], opensWindows: false) { client in
        let shut = client.peer.request()
        let began = Deadline.now
        while client.peer.responses[shut]?.closeCode == nil {
          let id = client.peer.request()
          try await client.read { $0.responses[id]?.body.count == 10 }
          client.peer.consume(10, of: id)
          try await client.read { $0.responses[id]?.closeCode != nil }
          #expect(client.peer.responses[id]?.closeCode == 0)
          guard Deadline.now.duration(since: began) < .seconds(60) else { break }
        }
        #expect(client.peer.responses[shut]?.closeCode == HTTP2ErrorCode.cancel.rawValue)
      }
    }
  }

  @Test func sendsAWaitingResponseWhenItsWindowOpens() async throws {
    try await TestServer.serving { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: 20)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 10)], opensWindows: false) { client in
        let id = client.peer.request()
        try await client.read { $0.responses[id]?.body.count == 10 }
        client.peer.consume(10, of: id)
        try await client.read { $0.responses[id]?.closeCode != nil }
        #expect(client.peer.responses[id]?.body.count == 20)
        #expect(client.peer.responses[id]?.closeCode == 0)
      }
    }
  }
}
