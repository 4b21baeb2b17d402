import TestSupport
import Testing

/// Servers that need tokens, and `chatterd token` beside them.
@Suite(.needs(.postgreSQL))
struct AccessTests {
  private static let restricted = ["--posting", "token", "--reading", "token"]

  private func token(_ words: [String], _ database: [String]) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"), ["token"] + words + database, within: hangTimeout)
  }

  /// Issues a token, and returns it.
  private func add(_ username: String, _ database: [String]) async throws -> String {
    let run = try await token(["add", username], database).checked()
    #expect(run.text.wholeMatch(of: /chatter_[0-9A-Za-z_-]{43}/) != nil)
    #expect(run.errors.contains("of \(username): only its SHA-256 is stored"))
    return run.text
  }

  private func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

  @Test func letsHoldersPostUnderTheirNameAndRead() async throws {
    let database = try await TestDatabase()
    let named = ["--database", database.url]
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let ann = try await add("ann", named)
    let requests: [WireRequest] = [
      .get("/getchatts/"), .get("/getaudio/"), .get("/v1/chatts"), .get("/v1/events"),
      .get("/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a51"), .text("ann"),
      .clip("ann", try TinyClip.bytes()), .post("/v1/chatts", #"{"username":"ann"}"#),
    ]
    for request in requests {
      for field in ["X: y", "Authorization: Basic YW5uOg==", bearer(String(ann.dropLast()))] {
        let response = try await server.response(to: request.with(fields: field))
        #expect(response.status == 401, "\(request.target) \(field)")
        #expect(response.head.contains("\r\nWWW-Authenticate: Bearer"))
      }
    }
    #expect(try await database.run("select count(*) from chatts") == "0")

    let own = try await server.response(to: .text("ann").with(fields: bearer(ann)))
    #expect(own.status == 200)
    let other = try await server.response(to: .text("bob").with(fields: bearer(ann)))
    #expect(other.status == 403)
    let list = try await server.response(to: .get("/getchatts/").with(fields: bearer(ann)))
    #expect(list.status == 200 && list.head.contains("\r\nCache-Control: private, no-cache\r\n"))
    #expect(try list.rows().map(\.first) == ["ann"])
    for path in ["/", "/livez", "/readyz", "/v1/server", "/openapi.yaml"] {
      #expect(try await server.response(to: .get(path)).status == 200, "\(path)")
    }
    #expect(try await server.stop() == .exited(0))
    #expect(server.program.errors.contains("access denied"))
    #expect(server.program.errors.contains("reason=token-malformed status=401"))
    #expect(!server.program.errors.contains("chatter_"), "no token is in the log")
  }

  @Test func refusesARevokedTokenAndEndsItsEvents() async throws {
    let database = try await TestDatabase()
    let named = ["--database", database.url]
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let field = bearer(try await add("ann", named))
    try await server.withClient { client in
      let events = WireRequest(method: "GET", target: "/v1/events", version: "HTTP/1.0")
      try await client.send(events.with(fields: field).bytes)
      let head = try await client.response(hasBody: false)
      #expect(head?.status == 200)
      let revoked = try await token(["revoke", "ann"], named)
      #expect(revoked.text == "revoked 1 token, effective within 10 s")
      let again = try await token(["revoke", "ann"], named)
      #expect(again.status == 1 && again.errors.contains("no such token"))
      _ = try await client.rest()
    }
    let response = try await server.response(to: .get("/getchatts/").with(fields: field))
    #expect(response.status == 401)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func issuesTokensOfAPrivateClusterBeforeAndWhileItIsServed() async throws {
    let home = try PrivateHome()
    let place = ["--data-dir", home.directory.path, "--database", "private"]
    let ann = try await add("ann", place)
    let server = try await ServerProcess(.ownCluster(home), options: Self.restricted)
    let bob = try await add("bob", place)
    for (name, token) in [("ann", ann), ("bob", bob)] {
      let post = WireRequest.text(name).with(fields: bearer(token))
      #expect(try await server.response(to: post).status == 200, "\(name)")
    }
    let list = try await token(["list"], place)
    #expect(list.text.hasPrefix("ID  CREATED     EXPIRES  LAST USED"))
    #expect(list.text.contains("\n1   ") && list.text.contains("  ann\n"))
    #expect(list.text.hasSuffix("bob") && !list.text.contains("chatter_"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func invitesToTheAddressOfTheServer() async throws {
    let home = try PrivateHome()
    let place = ["--data-dir", home.directory.path, "--database", "private"]
    let unknown = try await token(["add", "ann"], place).checked()
    #expect(unknown.errors.contains("no address for other devices is known"))
    let url = ["--public-url", "https://chat.example.org"]
    let run = try await token(["add", "ann"], place + url).checked()
    #expect(run.text.wholeMatch(of: /chatter_[0-9A-Za-z_-]{43}/) != nil)
    #expect(run.errors.contains("\nhttps://chat.example.org/#token=\(run.text)\n"))
    #expect(!run.errors.contains("█"), "no code without a terminal")
    let words = (["token", "add", "ann"] + place + url).map { "'\($0)'" }.joined(separator: " ")
    let command = "'\(Repository.program("chatterd"))' \(words) > '\(home.directory.path)/token'"
    try await TerminalEmulator.with("\(command) && echo done; sleep 60", environment: [:]) {
      emulator in
      let screen = try await emulator.screen(showing: "done")
      #expect(screen.contains("█"), "\(screen)")
    }
  }

  @Test func saysHowToMigrateADatabaseWithoutTheTable() async throws {
    let database = try await TestDatabase()
    let run = try await token(["list"], ["--database", database.url])
    #expect(run.status == 78 && run.errors.contains("run chatterd migrate up"))
  }
}
