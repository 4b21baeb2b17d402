import Crypto
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ClientExampleTests {
  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    var variables = ["https_proxy": "", "all_proxy": "", "no_proxy": "", "ALL_PROXY": ""]
    variables.merge(environment) { $1 }
    return try await ProgramRun(
      Repository.program("client-example"), arguments,
      environment: variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
  }

  @Test func postsHelloAndPrintsTheTimelineWithoutProxy() async throws {
    let server = try await ServerProcess()
    let posted = try await server.withClient {
      try await $0.response(to: .text("ada", #"a\u001B[2Jb\u0007"#))
    }
    #expect(posted.status == 200)
    let text = try await run(
      server.url, server.certificate, environment: ["https_proxy": "http://127.0.0.1:1"]
    ).checked().text
    let lines = text.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasSuffix("Z example hello") && text.hasPrefix("20"))
    #expect(lines[1].hasSuffix("Z ada a[2Jb"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func postsAClip() async throws {
    let server = try await ServerProcess()
    let directory = try TemporaryDirectory()
    let clip = try directory.write(TinyClip.bytes(), to: "clip.m4a")
    let text = try await run(server.url, server.certificate, clip).checked().text
    #expect(text.hasSuffix("Z example hello (clip)"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func printsUsageWithoutArguments() async throws {
    let run = try await run()
    #expect(run.ending == .exited(64) && run.text.hasPrefix("usage: client-example URL"))
  }

  @Test func attributesProxyFailuresToTheProxy() async throws {
    let key = try CertificateRequest(hosts: ["127.0.0.1"]).make()
    let directory = try TemporaryDirectory()
    let trusted = directory.path(of: "a.crt")
    try key.write(
      to: CertifiedKeyFiles(certificate: trusted, privateKey: directory.path(of: "a.key")))
    let away = try await run(
      "https://chatter.test", trusted, environment: ["https_proxy": "http://127.0.0.1:1"])
    #expect(away.ending != .exited(0) && away.errors.contains("the proxy cannot be reached"))
    try await ScriptedServer.with(key) { _ in
      .response(200, body: [])
    } _: { proxy in
      let unknown = try await run(
        "https://chatter.test", trusted, environment: ["https_proxy": proxy.url])
      #expect(unknown.ending != .exited(0) && unknown.errors.contains("the proxy's certificate"))
      #expect(proxy.requests.isEmpty)
    }
  }

  @Test func usesTheProxyOfTheEnvironmentVariables() async throws {
    let directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(in: directory, named: "a")
    try CertificateRequest(hosts: ["chatter.test"]).make().write(to: files)
    let server = try await ServerProcess(options: [
      "--certificate", files.certificate, "--private-key", files.privateKey,
    ])
    try await Relay.with(to: server.address, as: .proxy) { proxy, address in
      let url = "http://\(address)"
      let through = try await run(
        "https://chatter.test", files.certificate, environment: ["https_proxy": url])
      #expect(try through.checked().text.hasSuffix("example hello"))
      #expect(proxy.targets == ["chatter.test:443"])
      // A label too long for DNS (RFC 1035 section 2.3.4), so that no name server is queried.
      let label = String(repeating: "x", count: 64)
      let around = try await run(
        "https://\(label).chatter.test", files.certificate,
        environment: ["https_proxy": url, "no_proxy": "chatter.test"])
      #expect(around.ending != .exited(0))
      #expect(around.errors.contains("could not resolve host \(label).chatter.test"))
      #expect(proxy.targets.count == 1)
    }
    #expect(try await server.stop() == .exited(0))
  }
}
