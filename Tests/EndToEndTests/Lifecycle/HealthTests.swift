import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct HealthTests {
  /// Posts, good and bad, whose contents must not be in the log.
  private func chat(with server: ServerProcess, _ secrets: [String]) async throws {
    let base64 = try Clips.clip(with: Array(secrets[2].utf8)).base64
    try await server.withClient { client in
      let good = try await client.response(
        to: .post(
          "/postaudio/?q=\(secrets[0])",
          #"{"username":"\#(secrets[0])","message":"\#(secrets[1])","audio":"\#(base64)"}"#))
      #expect(good.status == 200)
      let bad = try await client.response(
        to: .post("/postaudio", #"{"username":"\#(secrets[0])","audio":"\#(secrets[2])"}"#)
          .with(fields: "Cookie: \(secrets[1])", "Authorization: \(secrets[1])"))
      #expect(bad.status == 422)
      #expect(try await client.rows(by: secrets[0]).count == 1)
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func logsRequestsWithoutTheirContentsAsText() async throws {
    let secrets = ["whispering", "sotto-voce", "hush!hush"]
    let server = try await ServerProcess(options: ["--log-level", "debug"])
    try await chat(with: server, secrets)
    let lines = server.program.errors.split(separator: "\n").filter { $0.contains(" request ") }
    #expect(lines.count == 3)
    for (line, call) in zip(
      lines,
      [
        "POST path=/postaudio/ status=200", "POST path=/postaudio status=422",
        "GET path=/getchatts/ status=200",
      ])
    {
      #expect(line.contains(" info    request method=\(call) bytes="))
      #expect(
        line.contains(#/duration_ms=[0-9]+\.[0-9]{3} request=[0-9]+-[0-9]+ remote=127\.0\.0\.1 /#))
      #expect(line.hasSuffix(" protocol=HTTP/1.1"))
    }
    let all = server.program.errors + String(decoding: server.program.output, as: UTF8.self)
    for secret in secrets { #expect(!all.contains(secret)) }
  }
}
