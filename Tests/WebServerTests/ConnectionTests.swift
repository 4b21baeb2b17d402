import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct ConnectionTests {
  @Test(arguments: [0, 1])
  func closesAConnectionWhoseHandshakeMissesItsDeadline(bytesPerSecond: Int) async throws {
    let limits = ServerLimits.with { $0.handshakeTimeout = .seconds(33) }
    let clock = VirtualClock()
    try await TestServer.serving(limits: limits, clock: clock) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        try await server.waits(for: limits.handshakeTimeout)
        // A byte from time to time does not move the deadline.
        var rest = limits.handshakeTimeout
        for byte: UInt8 in [22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] where bytesPerSecond > 0 {
          try await socket.write([byte], until: .after(hangTimeout))
          try await eventually { socket.unsentByteCount == 0 }
          try await clock.advance(by: .seconds(1))
          rest -= .seconds(1)
        }
        try await server.letPass(rest)
        var bytes: [UInt8] = []
        let end = try? await socket.read(into: &bytes, atMost: 1, until: .after(hangTimeout))
        #expect(end == 0 || end == nil)
        socket.close()
      }
      try await eventually { !server.events.handshakeFailures.isEmpty }
      #expect(server.events.handshakeFailures == ["timed out"])
      try await server.hasConnections(0)
    }
  }

  @Test func reportsOtherProtocolsButNotSilentDisconnects() async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        try await clients.connectSocket().close()
        let half = try await clients.connectSocket()
        try await half.write([22, 3, 1], until: .never)
        half.close()
        try await server.hasConnections(0)
        #expect(server.events.all.isEmpty)
        let other = try await clients.connectSocket()
        try await other.write(Array("SSH-2.0-x\r\n".utf8)[...], until: .never)
        try await other.readToEnd()
        other.close()
      }
      try await eventually { server.events.handshakeFailures == ["not a TLS record"] }
    }
  }

  @Test func reportsAClientThatDoesNotTrustTheCertificate() async throws {
    try await TestServer.serving { server in
      let certificate = try TestCertificate.file
      await #expect(throws: StreamError.self) {
        try await TestClient.connected(to: server.address, trusting: certificate) { _ in }
      }
      try await eventually {
        server.events.handshakeFailures.first?.contains("unknown CA") == true
      }
    }
  }

  @Test func endsConnectionsWithCloseNotifyOnBothSides() async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        let last = try await clients.connect()
        try await last.send(get("/", fields: "Connection: close\r\n"))
        #expect(try await last.response()?.head.contains("\r\nConnection: close\r\n") == true)
        #expect(try await last.isAtEnd())
        last.close()
        let first = try await clients.connect()
        try await first.stream.finishWriting(until: .after(.seconds(60)))
        #expect(try await first.isAtEnd())
        first.close()
      }
      try await server.hasConnections(0)
    }
  }

  @Test(arguments: [1, 50])
  func respondsToAllRequestsOfAHalfClosedConnection(requestCount: Int) async throws {
    try await TestServer.serving(handler: echoApp) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        try await client.send((0..<requestCount).map { post("/\($0)", "hello") }.joined())
        try await client.stream.finishWriting(until: .after(.seconds(60)))
        for number in 0..<requestCount {
          #expect(try await client.response()?.text == "POST /\(number) hello")
        }
        #expect(try await client.isAtEnd())
        client.close()
      }
    }
  }

  @Test func respondsToAllRequestsBeforeAFINWithoutCloseNotify() async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let client = try await clients.secure(socket)
        try await client.send(get("/1") + get("/2"))
        try await socket.finishWriting(until: .after(.seconds(60)))
        #expect(try await client.response()?.text == "/1")
        #expect(try await client.response()?.text == "/2")
        client.close()
      }
      try await server.hasConnections(0)
    }
  }

  @Test(arguments: [false, true])
  func survivesAPeerThatLeavesDuringItsRequest(isAbrupt: Bool) async throws {
    let gate = Gate()
    let app: TestServer.App = { _, request in
      if request.path == "/slow" { await gate.wait() }
      return Response(.ok, body: .bytes([UInt8](repeating: 1, count: 1 << 20)))
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let client = try await clients.secure(socket)
        try await client.send(get("/slow"))
        try await eventually { gate.waitedCount == 1 }
        isAbrupt ? socket.close() : client.close()
        gate.open()
        try await server.hasConnections(0)
        let next = try await clients.connect()
        try await next.send(get("/next"))
        #expect(try await next.response()?.body.count == 1 << 20)
        next.close()
      }
      try await eventually { server.events.accessRecords.map(\.path) == ["/slow", "/next"] }
    }
  }

  @Test(arguments: [false, true])
  func freesAConnectionThatHasEnded(isCut: Bool) async throws {
    let contexts = try TestCertificate.contexts
    let trusted = try TLSContext.client(trusting: TestCertificate.file)
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let isFreed = try await loop.run {
      let listener = try Listener(on: .loopback(), loop: loop)
      defer { listener.close() }
      let clients = ClientLoop(loop: loop, address: listener.address, context: trusted)
      weak var connection: Connection?
      weak var accepted: SocketStream?
      async let served: Void = {
        let client = try await clients.connect()
        try await client.send(get("/"))
        _ = try await client.response()
        client.close()
      }()
      try await {
        let socket = try await listener.accept()
        let made = Connection(
          socket, context: .test(contexts: contexts) { await plainApp(loop, $0) }, received: [],
          handshakeDeadline: .after(.seconds(10)))
        connection = made
        accepted = socket
        await made.run()
        if isCut { made.cut() } else { made.drain() }
      }()
      try await served
      return connection == nil && accepted == nil
    }
    #expect(isFreed)
  }
}
