import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct CurlPageTests {
  private let page: CurlPage

  init() throws { page = CurlPage(try Repository.text(of: "docs/use/curl.md")) }

  @Test func printsWhatThePageShowsForEveryCommand() async throws {
    let database = try await TestDatabase()
    let first = try await ServerProcess(.shared(database))
    var others: [ServerProcess] = []
    // All use the certificate that the page names at its start, and the same database.
    let key = first.certificate.replacing(".crt", with: ".key")
    for options in page.steps.compactMap(\.serverOptions) {
      others.append(
        try await ServerProcess(
          .shared(database),
          options: ["--certificate", first.certificate, "--private-key", key] + options))
    }
    let files = try TemporaryDirectory()
    let run = try await ProgramRun(
      "bash", ["-c", page.script(servers: others.map(\.url))],
      environment: [
        "OUTPUTS": files.path, "SERVER": first.url, "CERT": first.certificate,
        "TMPDIR": files.path, "NAME": database.name,
        "PROGRAM": Repository.program("chatterd"), "CHATTERD_DATABASE": database.url,
        "POSTGRES": database.url.replacing("/\(database.name)", with: "/postgres"),
      ], within: .seconds(180))
    #expect(run.errors.isEmpty)
    for (number, step) in page.steps.enumerated() {
      let output = String(decoding: try files.bytes(of: "\(number)"), as: UTF8.self)
      #expect(
        CurlPage.normalized(output) == CurlPage.normalized(step.output),
        "docs/use/curl.md:\(step.line): \(step.commands)")
    }
  }

  @Test func showsEveryCallInBothFormsAndEveryStatus() {
    let commands = page.steps.map(\.commands).joined(separator: "\n")
    for call in ["getchatts", "postchatt", "postaudio"] {
      #expect(commands.contains("$SERVER/\(call)/\""))
    }
    #expect(commands.contains("$SERVER/getaudio/\""))
    #expect(commands.contains("$SERVER/postchatt\""))
    for call in ["chatts?", "chatts/$ID\"", "audio/$ID.m4a\"", "events?", "server\""] {
      #expect(commands.contains("$SERVER/v1/\(call)"), "\(call)")
    }
    let outputs = page.steps.map(\.output).joined(separator: "\n")
    for status in [
      200, 201, 204, 206, 304, 400, 401, 403, 404, 405, 413, 414, 416, 422, 429, 431, 503,
    ] {
      #expect(outputs.contains(" \(status)"), "\(status)")
    }
  }

  @Test func parsesBlocksAndNormalizesVaryingOutput() {
    let page = CurlPage(
      "a\n```sh\nls\n```\n```text\nb\nc\n```\n```sh\nmake run ARGS='--a b'\n```\n")
    #expect(page.steps.map(\.line) == [3, 10])
    #expect(page.steps.map(\.commands) == ["ls", "make run ARGS='--a b'"])
    #expect(page.steps.map(\.output) == ["b\nc", ""])
    #expect(page.steps.map(\.serverOptions) == [nil, ["--a", "b"]])
    let id = UUID().uuidString.lowercased()
    #expect(
      CurlPage.normalized("\n[\"\(id)\",\"2025-01-02T03:04:05.123Z\"] 200 \r\n")
        == "[\"ID\",\"TIME\"] 200")
    let token = String(repeating: "0f", count: 32)
    #expect(
      CurlPage.normalized("{\"next\":\"c2VxOjE3\",\"deleteToken\":\"\(token)\"}")
        == CurlPage.normalized("{\"next\":\"c2VxOjE4\",\"deleteToken\":\"a1b2…\"}"))
    #expect(CurlPage.normalized("{\"next\":null}") == "{\"next\":null}")
    #expect(CurlPage.normalized("{\"error\":\"a\"} 422") == "{\"error\":\"a\"} 422")
  }
}
