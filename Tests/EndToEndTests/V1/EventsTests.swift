import Foundation
import System
import TLS
import TestSupport
import Testing

/// `/v1/events` over a TLS socket.
@Suite(.needs(.postgreSQL))
struct EventsTests {
  /// Reads a stream with curl while a body runs.
  private func reading(
    _ server: ServerProcess, _ words: [String] = [],
    _ body: (RunningProgram) async throws -> Void
  ) async throws -> String {
    let curl = try await RunningProgram(
      "curl",
      ["--silent", "--no-buffer", "--include", "--cacert", server.certificate] + words
        // The output in which tests wait for lines.
        + ["--output", "/dev/stderr", "\(server.url)/v1/events"])
    _ = try await curl.line(containing: "id: ", within: hangTimeout)
    try await body(curl)
    return curl.errors
  }

  private func post(_ message: String, to server: ServerProcess) async throws -> String {
    let body = #"{"username":"ann","message":"\#(message)"}"#
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
      #expect(try await curl.line(containing: "hello", within: hangTimeout) == "data: \(chatt)}")
      let id = String(posted.dropFirst(7).prefix(36))
      let token = String(posted.dropLast(2).suffix(64))
      var deletion = WireRequest(method: "DELETE", target: "/v1/chatts/\(id)")
      deletion.fields.append("Authorization: Bearer \(token)")
      #expect(try await server.response(to: deletion).status == 204)
      #expect(
        try await curl.line(containing: "{\"id\":\"\(id)\"}", within: hangTimeout).hasPrefix(
          "data: "))
      #expect(try await server.stop() == .exited(0))
      #expect(try await curl.ending(within: hangTimeout) == .exited(0))
    }
    #expect(text.contains("retry: 2000\n") && !text.contains("before"))
    #expect(text.lowercased().contains("content-type: text/event-stream\r\n"))
    #expect(text.contains("event: chatt\n") && text.contains("event: delete\n"))
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
      _ = try await curl.line(containing: "by hand", within: hangTimeout)
      try await database.run("truncate chatts")
      _ = try await curl.line(containing: "event: reset", within: hangTimeout)
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func continuesElsewhereAfterAKill() async throws {
    try await EventStorm.kill(beside: 20)
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
      try await eventually {
        let reader = EventReader(on: loop)
        return (try? await reader.connect(to: server, context)) != nil
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  /// Readers that stop reading lose their connections; the others get every event.
  @Test func cutsStalledReadersAndServesTheOthers() async throws {
    let server = try await ServerProcess()
    try await StalledEventReaders.run(on: server) {}
    #expect(try await server.stop() == .exited(0))
  }
}
