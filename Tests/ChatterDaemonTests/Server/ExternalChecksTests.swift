import Crypto
import System
import TLS
import TestSupport
import Testing

@testable import ChatterDaemon
@testable import ChatterServer

struct ExternalChecksTests {
  /// Runs a body with the decisions of some options, in a directory of its own.
  private func with(
    _ line: String, _ body: (ExternalChecks) async throws -> Void
  ) async throws {
    let configuration = try serve("--log-level error " + line)
    let loop = try EventLoop(name: "outside")
    defer { loop.stop() }
    try await body(
      ExternalChecks(
        configuration.externalChecks, version: "test", on: loop, log: configuration.log))
  }

  private func token(_ signer: TestSigner) throws -> String {
    let expiry = WallClock.secondsSince1970 + 300
    return try signer.token(#"{"iss":"i","aud":"a","sub":"ana","exp":\#(expiry)}"#)
  }

  private func provider(_ keys: String) -> String {
    "--jwks \(keys) --token-issuer i --token-audience a"
  }

  @Test func acceptsTokensWithTheKeysOfAFileAndReadsItAgain() async throws {
    let directory = try TemporaryDirectory()
    let (old, new) = (try TestSigner(.es256, id: "old"), try TestSigner(.edDSA, id: "new"))
    let path = try directory.write(TestSigner.keySet([old]), to: "jwks.json")
    try await with(provider(path)) { decisions in
      let tokens = try #require(decisions.tokens)
      #expect(try await tokens.identity(bearer: token(old)).username == "ana")
      try directory.write(TestSigner.keySet([new]), to: "jwks.json")
      decisions.reload()
      // The load may still be running: a request for a new key waits for it.
      #expect(try await tokens.identity(bearer: token(new)).username == "ana")
      await #expect(throws: Problem.self) { try await tokens.identity(bearer: token(old)) }
    }
  }

  @Test func acceptsTokensWithTheKeysOfAServer() async throws {
    let signer = try TestSigner(.rs256, id: "r")
    let keys = try TestSigner.keySet([signer])
    try await ScriptedServer.with(nil) { _ in
      .ok(keys)
    } _: { server in
      try await with(provider(server.url + "/jwks")) { decisions in
        let tokens = try #require(decisions.tokens)
        for _ in 0..<3 { _ = try await tokens.identity(bearer: token(signer)) }
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test(arguments: [404, 500])
  func isUnavailableWithoutTheKeysOfAServer(status: Int) async throws {
    let signer = try TestSigner(.es256, id: "e")
    let keys = try TestSigner.keySet([signer])
    try await ScriptedServer.with(nil) { _ in
      .response(status, body: Array(keys.utf8))
    } _: { server in
      try await with(provider(server.url)) { decisions in
        do throws(Problem) {
          _ = try await decisions.tokens?.identity(bearer: (try? token(signer)) ?? "")
          Issue.record("accepted without keys")
        } catch {
          #expect(error.code == "token-no-keys")
        }
      }
    }
  }

  @Test(arguments: ["", "{}", #"{"keys":[]}"#])
  func refusesToStartWithAnInvalidFileOfKeys(text: String) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "jwks.json")
    await #expect(throws: VerbError.self) { try await with(provider(path)) { _ in } }
    await #expect(throws: VerbError.self) { try await with(provider(path + "2")) { _ in } }
  }

  @Test func keepsTheListUntilThereIsAValidOne() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("word bad", to: "blocked")
    try await with("--blocked \(path)") { decisions in
      let slot = try #require(decisions.review.blocklist)
      #expect(slot.ruleCount == 1)
      try directory.write("nonsense", to: "blocked")
      decisions.reload()
      #expect(slot.ruleCount == 1)
      try directory.write("word bad\nuser mallory", to: "blocked")
      decisions.reload()
      #expect(slot.ruleCount == 2)
    }
  }

  @Test func refusesToStartWithAnInvalidList() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("clip 123", to: "blocked")
    await #expect {
      try await with("--blocked \(path)") { _ in }
    } throws: { error in
      "\(error)".contains("--blocked") && "\(error)".contains("line 1")
    }
  }
}
