import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct URLSessionTests {
  private let client = Repository.program("URLSessionClient")

  @Test func postsAndGetsLikeAPhone() async throws {
    let server = try await ServerProcess()
    let files = try TemporaryDirectory()
    let clip = try Media.clip(.iOS)
    let path = try files.write(clip, to: "clip.m4a")
    let run = try await SystemTrust.run(
      client,
      [
        server.url, "getchatts", "postchatt", "ada", "hé / \"quoted\" 😀",
        "postaudio", "bob", "listen", path, "postaudio", "cyd", "silent", "-",
        "getchatts", "getaudio", "postchatt", "", "nobody said this",
      ], trusting: server.certificate)
    #expect(run.ending == .exited(0), "\(run.errors)")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 13, "\(run.text)")
    #expect(lines[0] == "200 0 rows")
    #expect(Array(lines[1...3]) == ["200 {}", "200 {}", "200 {}"])

    #expect(lines[4] == "200 3 rows")
    let chatts = lines[5...7].map { $0.split(separator: "\t") }
    #expect(chatts.map(\.first) == ["cyd", "bob", "ada"])
    #expect(chatts.map { $0[1] } == ["silent", "listen", "hé / \"quoted\" 😀"])
    #expect(chatts.allSatisfy { $0.count == 4 && UUID(uuidString: String($0[2])) != nil })
    // The only timestamp format that the front ends parse.
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for chatt in chatts { _ = try Date(String(chatt[3]), strategy: format) }

    #expect(lines[8] == "200 3 rows")
    let audio = lines[9...11].map { $0.split(separator: "\t") }
    #expect(audio.map { Array($0.prefix(4)) } == chatts)
    #expect(audio.map { $0.last == "null" } == [true, false, true])
    #expect(audio[1].last.flatMap { Data(base64Encoded: String($0)) } == Data(clip))
    #expect(lines[12] == #"422 {"error":"username is empty: send at least one character"}"#)
  }

  @Test func rejectsCertificatesUnknownToTheSystem() async throws {
    let server = try await ServerProcess()
    let run = try await ProgramRun(client, [server.url, "getchatts"])
    #expect(run.ending != .exited(0))
    #expect(run.errors.contains("-1202") || run.errors.contains("certificate"), "\(run.errors)")
  }
}
