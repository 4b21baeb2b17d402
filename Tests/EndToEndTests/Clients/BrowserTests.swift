import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct BrowserTests {
  private static let limit = Duration.seconds(180)

  @Test func seeksInClipsAndReceivesEvents() async throws {
    let site = try await Browser.Site()
    let files = try TemporaryDirectory()
    let clip = try files.write(
      try await LongRecording.bytes(megabytesMin: 4, in: files), to: "clip.m4a")
    let server = try await ServerProcess(options: ["--cors-origin", site.origin])
    let middle = LongRecording.seconds(megabytesMin: 4) / 2
    let browser = try await Browser.start(
      "use", [clip, "\(middle)"], on: site, with: server, in: files)
    #expect(try await browser.ending(within: Self.limit) == .exited(0), "\(browser.errors)")
    // The log says what the audio elements asked for: the clip, its index at the end, its middle.
    let ranges = server.program.errors.matches(of: /method=GET path=\/v1\/audio\/.* status=206/)
    #expect(ranges.count >= 3)
    #expect(try await server.stop() == .exited(0))
    withExtendedLifetime(site) {}
  }

  @Test func resumesEventsAfterARestartOfTheServer() async throws {
    let site = try await Browser.Site()
    let files = try TemporaryDirectory()
    let database = try await TestDatabase()
    let other = try await ServerProcess(.shared(database))
    let options = ["--cors-origin", site.origin]
    let server = try await ServerProcess(.shared(database), options: options)
    let browser = try await Browser.start(
      "resume", ["away 0", "away 1", "back"], on: site, with: server, in: files)
    _ = try await browser.line(containing: "page-is-listening", within: Self.limit)

    #expect(try await server.stop() == .exited(0))
    for message in ["away 0", "away 1"] { try await post(message, to: other) }
    let again = try await ServerProcess(
      .shared(database),
      options: options + [
        "--listen", "\(server.address)", "--certificate", server.certificate, "--private-key",
        server.dataDirectory.path(of: "chatterd.key"),
      ])
    try await post("back", to: again, trusting: server.certificate)
    #expect(try await browser.ending(within: Self.limit) == .exited(0), "\(browser.errors)")
    for running in [other, again] { #expect(try await running.stop() == .exited(0)) }
    // The first server's directory has the certificate.
    withExtendedLifetime((site, server)) {}
  }

  private func post(
    _ message: String, to server: ServerProcess, trusting certificate: String? = nil
  ) async throws {
    let body = #"{"username":"ann","message":"\#(message)"}"#
    let status = try await server.withClient(trusting: certificate) { client in
      try await client.response(to: .post("/v1/chatts", body)).status
    }
    #expect(status == 201)
  }
}
