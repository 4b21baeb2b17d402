import TestSupport
import Testing

@Suite(
  "A browser on another origin (needs PostgreSQL, sockets and Chromium)", .needs(.postgreSQL),
  .timeLimit(.minutes(4)))
struct BrowserTests {
  @Test func seeksInClipsAndReceivesEvents() async throws {
    let files = try TemporaryDirectory()
    let clip = try await LongRecording.bytes(megabytesMin: 4, in: files)
    let clipFile = try files.write(clip, to: "clip.m4a")
    let site = try TemporaryDirectory()
    _ = try site.write(Browser.page, to: "page.html")
    let siteScript = try files.write(Browser.site, to: "site.py")
    let siteServer = try await RunningProgram("python3", ["-I", siteScript, site.path])
    let line = try await siteServer.line(containing: "port=")
    let origin = "http://127.0.0.1:\(line.dropFirst("port=".count))"

    let server = try await ServerProcess(options: ["--cors-origin", origin])
    let script = try files.write(Browser.script, to: "browser.py")
    let run = try await ProgramRun(
      "python3",
      [
        "-I", script, "\(origin)/page.html", server.url,
        Browser.pin(of: server.certificate), clipFile,
        "\(LongRecording.seconds(megabytesMin: 4) / 2)",
      ], within: .seconds(180))
    #expect(run.ending == .exited(0), "\(run.errors)")
    #expect(run.text == "all is well")
    #expect(!siteServer.hasEnded)
    // The log says what the audio elements asked for: the clip, its index at the end, its middle.
    let ranges = server.program.errors.matches(of: /method=GET path=\/v1\/audio\/.* status=206/)
    #expect(ranges.count >= 3)
    #expect(try await server.stop() == .exited(0))
  }
}
