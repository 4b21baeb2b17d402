import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct RequestsClientTests {
  @Test func followsEventsReadsRangesAndPagesToTheEnd() async throws {
    let server = try await ServerProcess()
    let files = try TemporaryDirectory()
    let clip = try files.write(try Media.clip(.iOS, seconds: 3), to: "clip.m4a")
    let script = try files.write(RequestsClient.script, to: "client.py")
    let run = try await ProgramRun(
      RequestsClient.interpreter(), ["-I", script, server.url, server.certificate, clip])
    #expect(run.ending == .exited(0), "\(run.errors)")
    #expect(run.text == "all is well")
    #expect(try await server.stop() == .exited(0))
  }
}
