import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct PythonClientTests {
  @Test(arguments: ["127.0.0.1", "::1"])
  func postsAndGetsOnOneConnection(host: String) async throws {
    let listener = host.contains(":") ? "[\(host)]:0" : "\(host):0"
    let server = try await ServerProcess(options: ["--listen", listener])
    let files = try TemporaryDirectory()
    let clip = try files.write(try Media.clip(.iOS), to: "clip.m4a")
    let url = server.url
    let port = url[url.index(after: url.lastIndex(of: ":") ?? url.startIndex)...]
    // A file, since Python takes only a short program from its command line.
    let script = try files.write(PythonClient.script, to: "client.py")
    let run = try await ProgramRun(
      "python3", ["-I", script, host, String(port), server.certificate, clip])
    #expect(run.ending == .exited(0), "\(run.errors)")
    #expect(run.text == "all is well")
  }
}
