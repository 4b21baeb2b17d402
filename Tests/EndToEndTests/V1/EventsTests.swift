import EventLoop
import Foundation
import TLS
import TestSupport
import Testing

/// `/v1/events` over a TLS socket.
@Suite("Live updates (need PostgreSQL and a socket)", .needs(.postgreSQL), .timeLimit(.minutes(3)))
struct EventsTests {
  private final class Started: Sendable {
    let count = Lock(0)
  }

  /// Reads a stream with curl while a body runs.
  private func reading(
    _ server: ServerProcess, _ words: [String] = [], target: String = "/v1/events",
    _ body: (RunningProgram) async throws -> Void
  ) async throws -> String {
    let curl = try await RunningProgram(
      "curl",
      ["--silent", "--no-buffer", "--include", "--cacert", server.certificate] + words
        // The output in which tests wait for lines.
        + ["--output", "/dev/stderr", "\(server.url)\(target)"])
    _ = try await curl.line(containing: "id: ", within: .seconds(20))
    try await body(curl)
    return curl.errors
  }

  private func post(_ message: String, by username: String = "ann", to server: ServerProcess)
    async throws -> String
  {
    let body = #"{"username":"\#(username)","message":"\#(message)"}"#
    let response = try await server.response(to: .post("/v1/chatts", body))
    #expect(response.status == 201)
    return response.text
  }

  @Test(arguments: ["--http1.0", "--http1.1", "--http2"])
  func sendsWhatIsPostedAndDeletedOverEveryProtocol(version: String) async throws {
    let server = try await ServerProcess()
    _ = try await post("before", to: server)
    let text = try await reading(server, [version]) { curl in
      let posted = try await post("hello", to: server)
      let chatt = posted.prefix(
        upTo: try #require(posted.firstRange(of: #","deleteToken"#)).lowerBound)
      #expect(try await curl.line(containing: "hello", within: .seconds(20)) == "data: \(chatt)}")
      let id = String(posted.dropFirst(7).prefix(36))
      let token = String(posted.dropLast(2).suffix(64))
      var deletion = WireRequest(method: "DELETE", target: "/v1/chatts/\(id)")
      deletion.fields.append("Authorization: Bearer \(token)")
      #expect(try await server.response(to: deletion).status == 204)
      #expect(
        try await curl.line(containing: "{\"id\":\"\(id)\"}", within: .seconds(20)).hasPrefix(
          "data: "))
      #expect(try await server.stop() == .exited(0))
      #expect(try await curl.ending(within: .seconds(20)) == .exited(0))
    }
    #expect(text.contains("retry: 2000\n") && !text.contains("before"))
    #expect(text.lowercased().contains("content-type: text/event-stream\r\n"))
    #expect(text.contains("event: chatt\n") && text.contains("event: delete\n"))
  }

  @Test func filtersAndContinuesByParameter() async throws {
    let server = try await ServerProcess()
    let first = try await reading(server) { _ in }
    let position = try #require(first.firstMatch(of: /id: (\S+)/)).1
    for (username, message) in [("ann", "one"), ("bob", "two"), ("ann", "three")] {
      _ = try await post(message, by: username, to: server)
    }
    let text = try await reading(
      server, target: "/v1/events?username=ann&since=\(position)"
    ) { curl in
      _ = try await curl.line(containing: "three", within: .seconds(20))
    }
    #expect(text.contains(#""one""#) && !text.contains(#""two""#))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func showsWhatIsWrittenByHandWithoutNotification() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    _ = try await reading(server) { curl in
      try await database.run(
        """
        insert into chatts (id, username, message, created_at)
          values (gen_random_uuid(), 'ann', 'by hand', now())
        """)
      _ = try await curl.line(containing: "by hand", within: .seconds(20))
      try await database.run("truncate chatts")
      _ = try await curl.line(containing: "event: reset", within: .seconds(20))
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func continuesElsewhereAfterAKill() async throws {
    let readerCount = 1_000
    let database = try await TestDatabase()
    let options = ["--connections-per-address-max", "5000"]
    let servers = [
      try await ServerProcess(.shared(database), options: options),
      try await ServerProcess(.shared(database), options: options),
    ]
    let loop = try EventLoop(name: "readers")
    defer { loop.stop() }
    let contexts = try servers.map { try TLSContext.client(trusting: $0.certificate) }
    let started = Started()
    let counts = try await withThrowingTaskGroup(of: [String: Int].self) { group in
      for _ in 0..<readerCount {
        group.addTask(executorPreference: loop) {
          let reader = EventReader(on: loop)
          try await reader.connect(to: servers[0], contexts[0])
          started.count.withLock { $0 += 1 }
          // Until the kill.
          while (try? await reader.read()) ?? false {}
          reader.cut()
          try await reader.connect(to: servers[1], contexts[1])
          while reader.events.count < 20, try await reader.read() {}
          reader.cut()
          return Dictionary(reader.events.map { ($0.id, 1) }, uniquingKeysWith: +)
        }
      }
      while started.count.withLock({ $0 }) < readerCount {
        try await Task.sleep(for: .milliseconds(5))
      }
      for number in 0..<20 {
        if number == 10 { servers[0].program.send(SIGKILL) }
        _ = try await post("\(number)", to: servers[number < 10 ? 0 : 1])
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let ids = Set(
      try await database.run("select id from chatts").split(separator: "\n").map(String.init))
    #expect(ids.count == 20 && counts.count == readerCount)
    #expect(counts.allSatisfy { Set($0.keys) == ids && $0.values.allSatisfy { $0 == 1 } })
    #expect(try await servers[1].stop() == .exited(0))
  }

  @Test func refusesTooManyStreamsOfAnAddressButNotItsOtherRequests() async throws {
    let server = try await ServerProcess(options: ["--connections-per-address-max", "12"])
    let loop = try EventLoop(name: "readers")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    try await loop.run {
      // Three of four connections may have a stream.
      var readers: [EventReader] = []
      for _ in 0..<9 {
        let reader = EventReader(on: loop)
        try await reader.connect(to: server, context)
        readers.append(reader)
      }
      let response = try await server.response(to: .get("/v1/events"))
      #expect(response.status == 503 && response.head.contains("Retry-After: 30"))
      #expect(response.text.contains(#""code":"too-many-streams""#))
      #expect(try await server.response(to: .get("/getchatts/")).status == 200)
      readers.removeLast().cut()
      let end = Deadline.after(.seconds(20))
      while !end.hasPassed {
        let reader = EventReader(on: loop)
        if (try? await reader.connect(to: server, context)) != nil { break }
      }
      #expect(!end.hasPassed)
    }
    #expect(try await server.stop() == .exited(0))
  }

  /// Readers that stop reading lose their connections; the others get every event.
  @Test func cutsStalledReadersAndServesTheOthers() async throws {
    let server = try await ServerProcess(options: ["--rate-limit", "0"])
    let loop = try EventLoop(name: "readers")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    let before = try server.residentBytes
    let postCount = 300
    try await loop.run {
      var stalled: [EventReader] = []
      for _ in 0..<20 {
        let reader = EventReader(on: loop)
        try await reader.connect(to: server, context)
        stalled.append(reader)
      }
      let reader = EventReader(on: loop)
      try await reader.connect(to: server, context)
      let message = String(repeating: "x", count: 60_000)
      async let posting: Void = server.withClient { client in
        for number in 0..<postCount {
          let request = WireRequest.text("u\(number)", message)
          let status = try await client.response(to: request).status
          try #require(status == 200)
        }
      }
      try await reader.readAll(postCount, from: server, context)
      try await posting
      #expect(reader.events.count == postCount && Set(reader.events).count == postCount)
      // Each holds no more than what the kernel takes and one chunk; the log is shared.
      #expect(try server.residentBytes - before < 64 << 20)
      // A reader that continues finds that it has lost its place, and its stream ends.
      let late = stalled[0]
      while try await late.read() {}
      #expect(late.events.count < postCount)
      try await late.readAll(postCount, from: server, context)
      #expect(late.events.count == postCount && Set(late.events).count == postCount)
      for reader in stalled { reader.cut() }
    }
    #expect(try await server.stop() == .exited(0))
  }
}
