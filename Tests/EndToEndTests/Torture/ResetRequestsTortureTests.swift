import EventLoop
import Foundation
import Sockets
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ResetRequestsTortureTests {
  static let targets = ["/getchatts/", "/getaudio/", "/postchatt/", "/readyz"]

  /// Returns the process IDs of the server's database sessions.
  private func sessions(_ database: TestDatabase) async throws -> Set<Substring> {
    let text = try await database.run(
      """
      select pid from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and backend_type = 'client backend'
      """)
    return Set(text.split(separator: "\n"))
  }

  /// Runs a body with an HTTP/2 peer and its TLS stream.
  private func withPeer(
    _ server: ServerProcess,
    _ body: @escaping @Sendable (HTTP2Peer, TLSStream, EventLoop) async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "resets")
    defer { loop.stop() }
    let context = try TLSContext.client(
      trusting: server.certificate, applicationProtocols: ["h2"])
    let address = server.address
    try await loop.run {
      let socket = try await SocketStream.connect(
        to: address, on: loop, until: .after(.seconds(60)))
      let tls = try await TLSStream.connect(
        over: socket, to: address.hostText, context: context, until: .after(.seconds(60)))
      defer { tls.close() }
      try await body(HTTP2Peer(), tls, loop)
    }
  }

  @Test func keepsDatabaseSessionsWhenRequestsAreReset() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--loops", "1", "--database-connections", "3"])
    // Opens all sessions.
    for number in 0..<3 {
      #expect(try await server.response(to: .text("u\(number)")).status == 200)
    }
    try await withPeer(server) { peer, tls, loop in
      for round in 0..<36 {
        let target = Self.targets[round % Self.targets.count]
        let isPost = target == "/postchatt/"
        let fields = round % 8 < 4 && isPost ? [("idempotency-key", "k\(round)")] : []
        let body = Array(#"{"username":"r","message":"\#(round)"}"#.utf8)
        let stream = peer.request(
          isPost ? "POST" : "GET", target, fields, body: isPost ? body : nil)
        try await tls.write(peer.takeOutput()[...], until: .after(.seconds(30)))
        try await loop.sleep(until: .after(.microseconds(Int64.random(in: 0...2_000))))
        peer.reset(stream)
        try await tls.write(peer.takeOutput()[...], until: .after(.seconds(30)))
        if round == 3 {
          // From here on, existing sessions must stay open.
          _ = try await server.response(to: .get("/getchatts/"))
        }
      }
    }
    let before = try await sessions(database)
    try await withPeer(server) { peer, tls, loop in
      for round in 0..<36 {
        let target = Self.targets[round % Self.targets.count]
        let stream = peer.request(
          target == "/postchatt/" ? "POST" : "GET", target,
          body: target == "/postchatt/" ? Array(#"{"username":"r","message":"x"}"#.utf8) : nil)
        try await tls.write(peer.takeOutput()[...], until: .after(.seconds(30)))
        try await loop.sleep(until: .after(.microseconds(Int64.random(in: 0...1_000))))
        peer.reset(stream)
        try await tls.write(peer.takeOutput()[...], until: .after(.seconds(30)))
      }
    }
    // Connections that are closed in the middle of a request.
    for round in 0..<12 {
      try await server.withClient { client in
        let target = Self.targets[round % Self.targets.count]
        try await client.send(
          target == "/postchatt/" ? WireRequest.text("cut").bytes : WireRequest.get(target).bytes)
      }
    }
    #expect(try await server.response(to: .get("/getchatts/")).status == 200)
    #expect(before.isSubset(of: try await sessions(database)))
    let lost = server.program.errors.split(separator: "\n").filter { $0.contains("connection") }
    #expect(!lost.contains { $0.contains("was lost") }, "\(lost)")
    #expect(try await server.stop() == .exited(0))
  }
}
