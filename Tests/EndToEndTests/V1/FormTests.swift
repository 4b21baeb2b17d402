import Foundation
import TestSupport
import Testing

/// Posts of forms over a TLS socket.
@Suite(.needs(.postgreSQL))
struct FormTests {
  private func curl(_ words: [String], _ server: ServerProcess) async throws -> ProgramRun {
    try await ProgramRun(
      "curl", ["--silent", "--show-error", "--cacert", server.certificate] + words,
      within: hangTimeout)
  }

  @Test(
    arguments: [
      ["--http1.1"], ["--http2"], ["--http1.1", "--header", "Transfer-Encoding: chunked"],
    ])
  func storesTheBytesOfAClip(words: [String]) async throws {
    let server = try await ServerProcess()
    let files = try TemporaryDirectory()
    // So long that it is validated on a thread of its own.
    let clip = try Media.clip(.alac, seconds: 30)
    let path = try files.write(clip, to: "clip.m4a")
    let form = ["--form", "username=ann", "--form", "message=hör mal", "--form", "audio=@\(path)"]
    let posted = try await curl(words + form + ["\(server.url)/v1/chatts"], server).text
    #expect(posted.contains(#""message":"hör mal""#) && posted.contains("deleteToken"))
    #expect(posted.contains("\"bytes\":\(clip.count),"))
    let url = try #require(posted.firstMatch(of: /"url":"([^"]+)"/)).1
    #expect(try await curl(["\(server.url)\(url)"], server).output == clip)
    #expect(try await server.stop() == .exited(0))
  }
}
