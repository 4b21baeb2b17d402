import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

/// A transport that sends a prefix before the first bytes.
private final class PrefixedTransport: TLSTransport {
  private let socket: SocketStream
  private var prefix: [UInt8]

  init(_ socket: SocketStream, _ prefix: [UInt8]) {
    self.socket = socket
    self.prefix = prefix
  }

  private func withPrefix(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    defer { prefix = [] }
    return prefix.isEmpty ? bytes : (prefix + bytes)[...]
  }

  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    try await socket.read(into: &buffer, atMost: count, until: deadline)
  }

  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError) {
    try await socket.write(withPrefix(bytes), until: deadline)
  }

  func finishWriting(until deadline: Deadline) async throws(StreamError) {
    try await socket.finishWriting(until: deadline)
  }

  func close() { socket.close() }

  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int { prefix.isEmpty ? socket.writeNow(bytes) : 0 }

  func writeInTurn(_ bytes: RawSpan) -> Int { prefix.isEmpty ? socket.writeInTurn(bytes) : 0 }
}

struct ProxyHeaderReadingTests {
  private static func addressApp(_ loop: EventLoop, _ request: Request) async -> Response {
    Response(.ok, body: .bytes(Array(request.client.text.utf8)))
  }

  private static func serving(
    _ proxies: String..., limits: ServerLimits = ServerLimits(),
    clock: VirtualClock? = nil, _ body: (TestServer) async throws -> Void
  ) async throws {
    let proxies = try proxies.map { try #require(AddressPrefix($0)) }
    try await TestServer.serving(
      limits: limits, proxies: proxies, clock: clock, handler: addressApp, body)
  }

  /// The client's address, as the server sees it, on a connection that begins with a header.
  private static func address(
    _ clients: ClientLoop, after header: [UInt8], isSplit: Bool = false
  ) async throws -> String {
    let socket = try await clients.connectSocket()
    var prefix = header
    if isSplit {
      for byte in header { try await socket.write([byte], until: .after(hangTimeout)) }
      prefix = []
    }
    let client = try await clients.secure(PrefixedTransport(socket, prefix))
    defer { client.close() }
    try await client.send(get("/"))
    return try #require(try await client.response()).text
  }

  @Test func takesTheClientFromTheHeaderHoweverItIsSplit() async throws {
    try await Self.serving("127.0.0.0/8") { server in
      try await server.withClients { clients in
        for (header, _) in ProxyHeaderTests.headers where header.count < 300 {
          // If the header names no client, the client is the proxy itself.
          let expected = try ProxyHeader.parse(header)?.client?.hostText ?? "127.0.0.1"
          for isSplit in [true, false] {
            let found = try await Self.address(clients, after: header, isSplit: isSplit)
            #expect(found == expected)
          }
        }
      }
      #expect(server.events.accessRecords.contains { $0.remoteAddress == "192.0.2.1" })
    }
  }

  @Test func closesAndReportsAConnectionWithoutAValidHeader() async throws {
    try await Self.serving("127.0.0.1") { server in
      try await server.withClients { clients in
        for (bytes, _) in ProxyHeaderTests.broken {
          let socket = try await clients.connectSocket()
          try await socket.write(bytes[...], until: .after(hangTimeout))
          #expect(try await socket.readToEnd() == "")
        }
        await #expect(throws: (any Error).self) { _ = try await clients.connect() }
      }
      try await server.hasConnections(0)
      #expect(server.events.proxyRefusals.count == ProxyHeaderTests.broken.count + 1)
    }
  }

  @Test func reportsHalfAHeaderButNotAHealthCheck() async throws {
    try await Self.serving("127.0.0.1") { server in
      try await server.withClients { clients in
        try await clients.connectSocket().close()
        try await server.hasConnections(0)
        #expect(server.events.proxyRefusals.isEmpty)
        let socket = try await clients.connectSocket()
        try await socket.write(Array("PROXY TCP4".utf8)[...], until: .after(hangTimeout))
        socket.close()
        try await eventually { server.events.proxyRefusals.count == 1 }
      }
    }
  }

  @Test func closesAConnectionWhoseHeaderTakesTooLong() async throws {
    let limits = ServerLimits.with { $0.handshakeTimeout = .seconds(33) }
    try await Self.serving("127.0.0.1", limits: limits, clock: VirtualClock()) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        try await socket.write(Array("PROXY".utf8)[...], until: .after(hangTimeout))
        try await server.letPass(limits.handshakeTimeout)
        #expect(try await socket.readToEnd() == "")
      }
    }
  }

  @Test func ignoresHeadersOfOtherPeers() async throws {
    try await Self.serving("127.0.0.2", "2001:db8::/32") { server in
      try await server.withClients { clients in
        let own = try await Self.address(clients, after: [])
        #expect(own == "127.0.0.1")
        await #expect(throws: (any Error).self) {
          _ = try await Self.address(clients, after: ProxyHeaderTests.headers[0].header)
        }
      }
      #expect(server.events.proxyRefusals.isEmpty)
    }
  }

  @Test func countsTheClientsAndNotTheProxy() async throws {
    let limits = ServerLimits.with { $0.connectionsPerAddressMax = 1 }
    try await Self.serving("127.0.0.1", limits: limits) { server in
      try await server.withClients { clients in
        var open: [TestClient] = []
        for host in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
          let header = Array("PROXY TCP4 \(host) 127.0.0.1 1 1\r\n".utf8)
          let socket = try await clients.connectSocket()
          open.append(try await clients.secure(PrefixedTransport(socket, header)))
        }
        await #expect(throws: (any Error).self) {
          _ = try await Self.address(
            clients, after: Array("PROXY TCP4 192.0.2.2 127.0.0.1 1 1\r\n".utf8))
        }
        #expect(server.events.refusedAddresses == ["192.0.2.2"])
        for client in open { client.close() }
      }
    }
  }

  @Test func stopsWithoutWaitingForHeaders() async throws {
    try await Self.serving("127.0.0.1") { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        try await socket.write(Array("PROXY".utf8)[...], until: .after(hangTimeout))
        try await server.hasConnections(1)
        server.beginStopping()
        #expect(try await socket.readToEnd() == "")
      }
    }
  }
}
