import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SystemTrustTests {
  @Test func trustsOnlyCertificatesOfTheSystemStore() async throws {
    let server = try await ServerProcess()
    let program = Repository.program("chatter")
    // With these options, the settings of this machine do not matter.
    let place = ["--server", server.url, "--trust", "system"]
    let post = ["post", "hello", "--username", "ann"] + place
    let stranger = try await ProgramRun(program, post)
    #expect(stranger.status == 77 && stranger.errors.contains("not trusted"), "\(stranger.errors)")
    for words in [post, ["list"] + place] {
      let run = try await SystemTrust.run(program, words, trusting: server.certificate)
      #expect(run.status == 0, "\(run.errors)")
      if words.first == "list" {
        #expect(run.text.split(separator: "\n").filter { $0 == "  hello" }.count == 1)
      }
    }
    #expect(try await server.stop() == .exited(0))
  }
}
