import Crypto
import Foundation
import System
import TestSupport
import Testing

/// Servers that an identity provider, a list and a webhook restrict.
@Suite(.needs(.postgreSQL))
struct RestrictionTests {
  private func token(_ signer: TestSigner, user: String, expiresIn seconds: Int = 300) throws
    -> String
  {
    let expiry = Int(Date().timeIntervalSince1970) + seconds
    return try signer.token(
      #"{"iss":"https://id.test","aud":["chatter"],"name":"\#(user)","exp":\#(expiry)}"#)
  }

  private func options(keys: String) -> [String] {
    [
      "--posting", "token", "--jwks", keys, "--token-issuer", "https://id.test",
      "--token-audience", "chatter", "--token-claim", "name",
    ]
  }

  private func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

  @Test func acceptsTokensOfAnIdentityProviderUnderTheirNameOnly() async throws {
    let database = try await TestDatabase()
    let signers = try SignatureAlgorithm.allCases.map { try TestSigner($0, id: $0.rawValue) }
    let keys = try TestSigner.keySet(signers)
    try await ScriptedServer.with(nil) { _ in
      .ok(keys)
    } _: { provider in
      let server = try await ServerProcess(
        .shared(database), options: options(keys: provider.url + "/jwks"))
      for signer in signers {
        let field = bearer(try token(signer, user: "ann"))
        let own = try await server.response(to: .text("ann").with(fields: field))
        #expect(own.status == 200, "\(signer.id)")
        let other = try await server.response(to: .text("bob").with(fields: field))
        #expect(other.status == 403)
      }
      let stranger = try TestSigner(.es256, id: "ES256")
      for wrong in [
        try token(signers[0], user: "ann", expiresIn: -61), try token(stranger, user: "ann"),
        "eyJhbGciOiJub25lIn0.eyJuYW1lIjoiYW5uIn0.", "chatter_x",
      ] {
        let response = try await server.response(to: .text("ann").with(fields: bearer(wrong)))
        #expect(response.status == 401)
        #expect(response.head.contains(#"WWW-Authenticate: Bearer error="invalid_token""#))
      }
      #expect(provider.requests.count == 1)
      #expect(try await server.stop() == .exited(0))
      for reason in [
        "token-expired", "token-signature", "token-algorithm", "token-malformed", "name-not-yours",
      ] {
        #expect(server.program.errors.contains("reason=\(reason) "), "\(reason)")
      }
      #expect(!server.program.errors.contains("eyJ"), "no token is in the log")
    }
  }

  @Test func readsTheListAgainOnSIGHUP() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "blocked")
    try Data("user mallory\nword spam\n".utf8).write(to: URL(filePath: path))
    let server = try await ServerProcess(options: ["--blocked", path])
    for (user, message, status) in [
      ("Mallory", "hello", 403), ("ann", "SPAM!", 403), ("ann", "spammer", 200),
      ("eve", "hello", 200),
    ] {
      let json = #"{"username":"\#(user)","message":"\#(message)"}"#
      let response = try await server.response(to: .post("/postchatt/", json))
      #expect(response.status == status, "\(user) \(message)")
    }
    try Data("user eve\n".utf8).write(to: URL(filePath: path))
    server.program.send(SIGHUP)
    _ = try await server.program.line(containing: "blocklist reloaded", within: hangTimeout)
    let eve = #"{"username":"eve","message":"hello"}"#
    let response = try await server.response(to: .post("/v1/chatts", eve))
    #expect(response.status == 403 && response.text.contains("user-blocked"))
    let spam = #"{"username":"ann","message":"spam"}"#
    #expect(try await server.response(to: .post("/postchatt/", spam)).status == 200)
    #expect(try await server.stop() == .exited(0))
    #expect(server.program.errors.contains("reason=word-blocked status=403"))
    #expect(!server.program.errors.lowercased().contains("spam"))
  }

  @Test func letsAWebhookDecide() async throws {
    let database = try await TestDatabase()
    try await ScriptedServer.with(nil) { request in
      let body = String(decoding: request.body, as: UTF8.self)
      if body.contains("links") {
        return .response(403, body: Array(#"{"detail":"no links"}"#.utf8))
      }
      return .response(body.contains("broken") ? 500 : 204, body: [])
    } _: { hook in
      let server = try await ServerProcess(
        .shared(database), options: ["--post-webhook", hook.url + "/review"])
      for (message, status) in [("hello", 200), ("links", 403), ("broken", 503)] {
        let json = #"{"username":"ann","message":"\#(message)"}"#
        let response = try await server.response(to: .post("/postchatt/", json))
        #expect(response.status == status, "\(message)")
        #expect(status != 403 || response.text == #"{"error":"no links"}"#)
        #expect(status != 503 || response.head.contains("\r\nRetry-After: 5\r\n"))
      }
      let clip = try await server.response(to: .clip("ann", try TinyClip.bytes()))
      #expect(clip.status == 200)
      let last = try #require(hook.requests.last)
      #expect(String(decoding: last.body, as: UTF8.self).contains(#""sha256":""#))
      #expect(try await database.run("select count(*) from chatts") == "2")
      #expect(try await server.stop() == .exited(0))
      #expect(server.program.errors.contains("the webhook did not decide on posts"))
    }
  }

  @Test func refusesToStartWithAnInvalidListOrKeySet() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "file")
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    let database = try await TestDatabase()
    for options in [["--blocked", path], options(keys: path)] {
      let run = try await ProgramRun(
        Repository.program("chatterd"),
        [
          "serve", "--database", database.url, "--listen", "127.0.0.1:0", "--data-dir",
          directory.path,
        ] + options, within: hangTimeout)
      #expect(run.status == 78)
      #expect(run.errors.contains("\(path): "))
    }
  }
}
