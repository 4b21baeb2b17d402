import Foundation
import TestSupport
import Testing

/// Posts of forms over a TLS socket.
@Suite(.needs(.postgreSQL))
struct FormTests {
  private func curl(_ words: [String], _ server: ServerProcess) async throws -> String {
    let run = try await ProgramRun(
      "curl", ["--silent", "--show-error", "--cacert", server.certificate] + words,
      within: hangTimeout)
    return String(decoding: run.output, as: UTF8.self)
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
    let posted = try await curl(words + form + ["\(server.url)/v1/chatts"], server)
    #expect(posted.contains(#""message":"hör mal""#) && posted.contains("deleteToken"))
    #expect(posted.contains("\"bytes\":\(clip.count),"))
    let url = try #require(posted.firstMatch(of: /"url":"([^"]+)"/)).1
    let back = try await ProgramRun(
      "curl", ["--silent", "--cacert", server.certificate, "\(server.url)\(url)"],
      within: hangTimeout)
    #expect(back.output == clip)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesAFormOnceUnderItsKey() async throws {
    let server = try await ServerProcess()
    let words = [
      "--header", "Idempotency-Key: \"6b1f8e0c2d7a4953\"", "--form", "username=ann",
      "--form", "message=once", "--form", "audio=", "\(server.url)/v1/chatts",
    ]
    let first = try await curl(words, server)
    #expect(try await curl(words, server) == first)
    let page = try await curl(["\(server.url)/v1/chatts"], server)
    #expect(page.matches(of: /"message":"once"/).count == 1)
    #expect(try await server.stop() == .exited(0))
  }
}
