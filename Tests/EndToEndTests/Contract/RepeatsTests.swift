import EventLoop
import Foundation
import Sockets
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct RepeatsTests {
  /// Locks the table against writes while a body runs.
  static func withLockedTable(
    _ database: TestDatabase, _ body: () async throws -> Void
  ) async throws {
    let lock = try await RunningProgram(
      "psql",
      [
        "-X", "-q", "-d", database.url, "-c",
        "set application_name = 'lock'; begin; lock table chatts in share mode; select pg_sleep(600)",
      ])
    let isLocked = """
      select exists (select from pg_locks where relation = 'chatts'::regclass
        and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database()))
      """
    try await eventually { try await database.run(isLocked) == "t" }
    try await body()
    try await database.run(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lock' and datname = current_database()
      """)
    withExtendedLifetime(lock) {}
  }

  static let isWaiting = """
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock')
    """
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
      try await flush()
      return stream
    }

    func flush() async throws {
      guard let peer else { return }
      try await tls.write(peer.takeOutput()[...], until: .after(hangTimeout))
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

  /// Checks that a post was stored once, repeats of it are not stored, and another post is.
  private static func expectOnce(
    _ request: WireRequest, _ server: ServerProcess, _ database: TestDatabase
  ) async throws {
    for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
    #expect(try await database.run(count) == "1")
    #expect(try await server.response(to: .text("ada", "other words")).status == 200)
    #expect(try await database.run(count) == "2")
    #expect(try await server.stop() == .exited(0))
  }

  /// The way in which a client gives up.
  enum Way: CaseIterable { case reset, orderly, cut }

  @Test(
    arguments: [(false, .orderly), (false, .cut)] + Way.allCases.map { (true, $0) }
      as [(Bool, Way)])
  func storesARepeatedPostOnceAfterTheClientGaveUp(isHTTP2: Bool, way: Way) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await Self.withLockedTable(database) {
      try await loop.run {
        let connection = try await Connection(to: server, byHTTP2: isHTTP2, on: loop)
        let stream = try await connection.send(request)
        try await eventually { try await database.run(Self.isWaiting) == "t" }
        switch way {
        case .orderly: connection.tls.close()
        case .cut: connection.socket.close()
        case .reset:
          connection.peer?.reset(stream)
          try await connection.flush()
          // The connection stays usable, as the response to the next request shows.
          let next = try await connection.send(.get("/postchatt/"))
          #expect(try await connection.status(of: next) == 405)
        }
      }
    }
    try await eventually { try await database.run(Self.count) == "1" }
    try await Self.expectOnce(request, server, database)
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
    try await Self.expectOnce(request, server, database)
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

  @Test func sharesTheResponseOfAPendingIdenticalPost() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    let statuses = try await loop.run {
      var posts: [(connection: Connection, stream: Int32)] = []
      try await Self.withLockedTable(database) {
        for _ in 0..<4 {
          let connection = try await Connection(to: server, byHTTP2: true, on: loop)
          posts.append((connection, try await connection.send(.text("ada"))))
          // The response to a later request of the connection shows that the post has begun.
          let next = try await connection.send(.get("/livez"))
          #expect(try await connection.status(of: next) == 200)
        }
        try await eventually { try await database.run(Self.isWaiting) == "t" }
      }
      var statuses: [Int?] = []
      for post in posts { statuses.append(try await post.connection.status(of: post.stream)) }
      return statuses
    }
    #expect(statuses == [200, 200, 200, 200])
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

  @Test func storesOneChattPerKeyOnAnyServer() async throws {
    let database = try await TestDatabase()
    async let starting = ServerProcess(.shared(database))
    let servers = [try await ServerProcess(.shared(database)), try await starting]
    let key = "Idempotency-Key: \"\(UUID().uuidString)\""
    let bodies = [
      #"{"username":"ada","message":"h\u0069"}"#, #"{ "message": "hi", "name": "ada" }"#,
    ]
    try await TestClient.connected(to: servers) { clients in
      for client in clients {
        for body in bodies {
          let response = try await client.response(
            to: .post("/postchatt/", body).with(fields: key))
          #expect(response.status == 200 && response.text == "{}")
        }
        let other = try await client.response(to: .text("ada", "another").with(fields: key))
        #expect(other.status == 422)
        #expect(try other.errorMessage().contains("Idempotency-Key"))
        let broken = try await client.response(
          to: .text("ada").with(fields: "Idempotency-Key: \"open"))
        #expect(broken.status == 400)
        #expect(try broken.errorMessage().contains("Idempotency-Key"))
      }
    }
    #expect(try await database.run(Self.count) == "1")
    for server in servers { #expect(try await server.stop() == .exited(0)) }
  }
}
