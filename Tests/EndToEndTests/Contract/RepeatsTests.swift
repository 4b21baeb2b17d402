import EventLoop
import Foundation
import Sockets
import TLS
import TestSupport
import Testing

@Suite("Contract: repeated posts (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct RepeatsTests {
  /// Locks the table against writes while a body runs.
  static func withLockedTable(
    _ database: TestDatabase, _ body: () async throws -> Void
  ) async throws {
    let lock = try await RunningProgram(
      "psql",
      [
        "-X", "-q", "-d", database.url, "-c",
        "set application_name = 'lock'; begin; lock table chatts in share mode; select pg_sleep(60)",
      ])
    let isLocked = """
      select exists (select from pg_locks where relation = 'chatts'::regclass
        and mode = 'ShareLock' and granted)
      """
    try await wait(database, until: isLocked)
    try await body()
    try await database.run(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lock' and datname = current_database()
      """)
    withExtendedLifetime(lock) {}
  }

  static func wait(_ database: TestDatabase, until sql: String) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try await database.run(sql) != "t" {
      try #require(ContinuousClock.now < end, "in time: \(sql)")
    }
  }

  static let isWaiting = """
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock')
    """

  @Test(arguments: [true, false])
  func storesARepeatedPostOnceAfterTheClientGaveUp(isOrderly: Bool) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await Self.withLockedTable(database) {
      try await loop.run {
        let context = try TLSContext.client(trusting: server.certificate)
        let socket = try await SocketStream.connect(
          to: server.address, on: loop, until: .after(.seconds(20)))
        let tls = try await TLSStream.connect(
          over: socket, to: server.address.hostText, context: context,
          until: .after(.seconds(20)))
        try await TestClient(tls).send(request.bytes)
        try await Self.wait(database, until: Self.isWaiting)
        if isOrderly { tls.close() } else { socket.close() }
      }
    }
    try await Self.wait(database, until: "select count(*) = 1 from chatts")
    for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
    #expect(try await database.run("select count(*) from chatts") == "1")
    #expect(try await server.response(to: .text("ada", "other words")).status == 200)
    #expect(try await database.run("select count(*) from chatts") == "2")
    #expect(try await server.stop() == .exited(0))
  }

  /// The way in which an HTTP/2 client gives up.
  enum Way: CaseIterable { case reset, orderly, cut }

  @Test(arguments: Way.allCases)
  func storesARepeatedHTTP2PostOnceAfterTheClientGaveUp(way: Way) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await Self.withLockedTable(database) {
      try await loop.run {
        let (socket, tls) = try await Self.connectByHTTP2(to: server, on: loop)
        let peer = HTTP2Peer()
        let stream = peer.request("POST", request.target, body: request.body)
        try await tls.write(peer.takeOutput()[...], until: .after(.seconds(20)))
        try await Self.wait(database, until: Self.isWaiting)
        switch way {
        case .orderly: tls.close()
        case .cut: socket.close()
        case .reset:
          peer.reset(stream)
          try await tls.write(peer.takeOutput()[...], until: .after(.seconds(20)))
          // The connection stays usable, as the response to the next request shows.
          let next = peer.request("GET", "/postchatt/")
          try await tls.write(peer.takeOutput()[...], until: .after(.seconds(20)))
          while peer.responses[next]?.isEnded != true {
            var bytes: [UInt8] = []
            let count = try await tls.read(
              into: &bytes, atMost: 65_536, until: .after(.seconds(20)))
            try #require(count > 0)
            peer.receive(bytes)
          }
          #expect(peer.responses[next]?.status == 405)
        }
      }
    }
    try await Self.wait(database, until: "select count(*) = 1 from chatts")
    for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
    #expect(try await database.run("select count(*) from chatts") == "1")
    #expect(try await server.response(to: .text("ada", "other words")).status == 200)
    #expect(try await database.run("select count(*) from chatts") == "2")
    #expect(try await server.stop() == .exited(0))
  }

  private static func connectByHTTP2(
    to server: ServerProcess, on loop: EventLoop
  ) async throws -> (SocketStream, TLSStream) {
    let context = try TLSContext.client(
      trusting: server.certificate, applicationProtocols: ["h2"])
    let socket = try await SocketStream.connect(
      to: server.address, on: loop, until: .after(.seconds(20)))
    let tls = try await TLSStream.connect(
      over: socket, to: server.address.hostText, context: context, until: .after(.seconds(20)))
    return (socket, tls)
  }

  @Test(arguments: [true, false])
  func storesARepeatedPostOnceAfterALostResponse(clientCloses: Bool) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await loop.run {
      let context = try TLSContext.client(trusting: server.certificate)
      let socket = try await SocketStream.connect(
        to: server.address, on: loop, until: .after(.seconds(20)))
      let tls = try await TLSStream.connect(
        over: socket, to: server.address.hostText, context: context, until: .after(.seconds(20)))
      try socket.dropIncomingSegments()
      try await TestClient(tls).send(request.bytes)
      try await Self.wait(database, until: "select count(*) = 1 from chatts")
      if clientCloses { socket.close() }
      for _ in 0..<3 { #expect(try await server.response(to: request).status == 200) }
      socket.close()
    }
    #expect(try await database.run("select count(*) from chatts") == "1")
    #expect(try await server.response(to: .text("ada", "other words")).status == 200)
    #expect(try await database.run("select count(*) from chatts") == "2")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesARepeatedHTTP2PostOnceAfterALostResponse() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let request = WireRequest.text("ada")
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    try await loop.run {
      let (socket, tls) = try await Self.connectByHTTP2(to: server, on: loop)
      let peer = HTTP2Peer()
      let first = peer.request("POST", request.target, body: request.body)
      try socket.dropIncomingSegments()
      try await tls.write(peer.takeOutput()[...], until: .after(.seconds(20)))
      try await Self.wait(database, until: "select count(*) = 1 from chatts")
      // The client gives up; its kernel still acknowledges the response when the network is back.
      peer.reset(first)
      let second = peer.request("POST", request.target, body: request.body)
      try await tls.write(peer.takeOutput()[...], until: .after(.seconds(20)))
      try socket.takeIncomingSegments()
      while peer.responses[second]?.isEnded != true {
        var bytes: [UInt8] = []
        let count = try await tls.read(into: &bytes, atMost: 65_536, until: .after(.seconds(60)))
        try #require(count > 0)
        peer.receive(bytes)
      }
      #expect(peer.responses[second]?.status == 200)
      tls.close()
    }
    #expect(try await database.run("select count(*) from chatts") == "1")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesIdenticalHTTP2PostsThatFollowAResponse() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let files = try TemporaryDirectory()
    let body = try files.write(try #require(WireRequest.text("ada").body), to: "body")
    _ = try await ProgramRun(
      "h2load", ["-n", "20", "-c", "1", "-m", "1", "-d", body, server.url + "/postchatt/"]
    ).checked()
    #expect(try await database.run("select count(*) from chatts") == "20")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func sharesTheResponseOfAPendingIdenticalPost() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    async let responses = withThrowingTaskGroup(of: Int.self) { group in
      // The lock is held until all requests have arrived.
      try await Self.withLockedTable(database) {
        for _ in 0..<4 { group.addTask { try await server.response(to: .text("ada")).status } }
        try await Self.wait(database, until: Self.isWaiting)
        try await Task.sleep(for: .milliseconds(500))
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await responses == [200, 200, 200, 200])
    #expect(try await database.run("select count(*) from chatts") == "1")
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
    #expect(try await database.run("select count(*) from chatts") == "12")
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
    #expect(try await database.run("select count(*) from chatts") == "1")
    for server in servers { #expect(try await server.stop() == .exited(0)) }
  }
}
