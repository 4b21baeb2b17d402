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
    // All use the same certificate and the same database.
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
        "OUTPUTS": files.path, "SERVER": first.url, "CERT": first.authority,
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
}
