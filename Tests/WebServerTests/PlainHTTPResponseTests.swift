import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct PlainHTTPResponseTests {
  @Test(arguments: ["GET", "POST", "HEAD", "PUT"])
  func respondsInPlainHTTPAndClosesInOrder(method: String) async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let request = "\(method) /getchatts/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await socket.write(Array(request.utf8)[...], until: .after(.seconds(60)))
        let text = try await socket.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        #expect(text.hasSuffix("\r\n\r\nplain HTTP request on an HTTPS port: use https://"))
        socket.close()
      }
      try await server.hasConnections(0)
      #expect(server.events.handshakeFailures.count == 1)
      #expect(server.events.accessRecords.isEmpty)
    }
  }

  @Test func respondsToAClientThatStillSendsALongBody() async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let head =
          "POST /postaudio/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n"
        let request = Array(head.utf8) + [UInt8](repeating: 0x20, count: 10_000_000)
        try await socket.write(request[...], until: .after(.seconds(60)))
        #expect(try await socket.readToEnd().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        socket.close()
      }
    }
  }

  @Test func closesAfterTheLingerTimeout() async throws {
    let limits = ServerLimits.with { $0.lingerTimeout = .seconds(33) }
    try await TestServer.serving(limits: limits, clock: VirtualClock()) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        try await socket.write(Array(get("/").utf8)[...], until: .after(.seconds(60)))
        try await socket.readToEnd()
        try await server.letPass(limits.lingerTimeout)
        try await server.hasConnections(0)
        socket.close()
      }
    }
  }

  @Test func dropsALimitedNumberOfBytes() async throws {
    let limits = ServerLimits.with {
      $0.request.drainBytesMax = 1000
      $0.request.lingerBytesMax = 1000
    }
    let events = EventRecord()
    let context = try Connection.Context.test(
      limits: limits, events: events, contexts: TestCertificate.contexts
    ) { _ in Response(.ok) }
    let stream = ScriptedStream([.flood(String(repeating: "x", count: 100))])
    try await PlainHTTPResponse(environment: context.environment).send(on: stream)
    #expect(stream.readSizes.count == 10)
    #expect(stream.isFinished)
  }
}
