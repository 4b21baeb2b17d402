import Foundation
import Sockets
import System
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct RepeatsTests {
  static let count = "select count(*) from chatts"

  /// A connection to a server, by HTTP/2 or not.
  private struct Connection {
    let socket: SocketStream
    let tls: TLSStream
    /// Nil for HTTP/1.1.
    let peer: HTTP2Peer?

    init(to server: ServerProcess, byHTTP2 isHTTP2: Bool, on loop: EventLoop) async throws {
      let context = try TLSContext.client(
        trusting: server.certificate, applicationProtocols: isHTTP2 ? ["h2"] : [])
      socket = try await SocketStream.connect(
        to: server.address, on: loop, until: .after(hangTimeout))
      tls = try await TLSStream.connect(
        over: socket, to: server.address.hostText, context: context, until: .after(hangTimeout))
      peer = isHTTP2 ? HTTP2Peer() : nil
    }

    /// Sends a request, and returns its stream if there are streams.
    @discardableResult
    func send(_ request: WireRequest) async throws -> Int32 {
      guard let peer else {
        try await TestClient(tls).send(request.bytes)
        return 0
      }
      let stream = peer.request(request.method, request.target, body: request.body)
      try await tls.write(peer.takeOutput()[...], until: .after(hangTimeout))
      return stream
    }

    /// Reads until a stream has its response, and returns the status.
    func status(of stream: Int32) async throws -> Int? {
      let peer = try #require(peer)
      while peer.responses[stream]?.isEnded != true {
        var bytes: [UInt8] = []
        let count = try await tls.read(into: &bytes, atMost: 65_536, until: .after(hangTimeout))
        try #require(count > 0)
        peer.receive(bytes)
      }
      return peer.responses[stream]?.status
    }
  }

  @Test(arguments: [true, false])
  func storesARepeatedPostOnceAfterALostResponse(clientCloses: Bool) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await loop.run {
      let connection = try await Connection(to: server, byHTTP2: false, on: loop)
      try connection.socket.dropIncomingSegments()
      try await connection.send(request)
      try await eventually { try await database.run(Self.count) == "1" }
      if clientCloses { connection.socket.close() }
      for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
      connection.socket.close()
    }
    for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
    #expect(try await database.run(Self.count) == "1")
    #expect(try await server.response(to: .text("ada", "other words")).status == 200)
    #expect(try await database.run(Self.count) == "2")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesARepeatedHTTP2PostOnceAfterALostResponse() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await loop.run {
      let connection = try await Connection(to: server, byHTTP2: true, on: loop)
      try connection.socket.dropIncomingSegments()
      let first = try await connection.send(request)
      try await eventually { try await database.run(Self.count) == "1" }
      // The client gives up; its kernel still acknowledges the response when the network is back.
      connection.peer?.reset(first)
      let second = try await connection.send(request)
      try connection.socket.takeIncomingSegments()
      #expect(try await connection.status(of: second) == 200)
      connection.tls.close()
    }
    #expect(try await database.run(Self.count) == "1")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesIdenticalPostsThatFollowAResponse() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    for _ in 0..<5 { #expect(try await server.response(to: .text("ada")).status == 200) }
    try await server.withClient { client in
      for _ in 0..<5 { #expect(try await client.response(to: .text("ada")).status == 200) }
      // Pipelined posts are not repeats: a client repeats a post only after giving up.
      try await client.send(WireRequest.text("ada").bytes + WireRequest.text("ada").bytes)
      for _ in 0..<2 { #expect(try await client.response()?.status == 200) }
    }
    #expect(try await database.run(Self.count) == "12")
    let files = try TemporaryDirectory()
    let body = try files.write(try #require(WireRequest.text("ada").body), to: "body")
    _ = try await ProgramRun(
      "h2load", ["-n", "20", "-c", "1", "-m", "1", "-d", body, server.url + "/postchatt/"]
    ).checked()
    #expect(try await database.run(Self.count) == "32")
    // Each post has a connection, which the client closes without reading its end.
    let script = try files.write(
      """
      import ssl, sys, urllib.request
      url, certificate, body = sys.argv[1:]
      context = ssl.create_default_context(cafile=certificate)
      for path in ["/postchatt/", "/v1/chatts"] * 5:
          request = urllib.request.Request(
              url + path, open(body, "rb").read(), {"Content-Type": "application/json"})
          with urllib.request.urlopen(request, context=context) as response:
              response.read()
      """, to: "posts.py")
    _ = try await ProgramRun(
      "python3", ["-I", script, server.url, server.certificate, body]
    ).checked()
    #expect(try await database.run(Self.count) == "42")
    #expect(try await server.stop() == .exited(0))
  }
}
